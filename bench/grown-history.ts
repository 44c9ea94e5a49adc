import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Repository } from '../e2e/support/git-repository.ts';

/*
 * A repository as grown ones are, which decides what sending and reading it costs. The shape is babel's, as counted in
 * its 18,609 commits: seven and eight folders deep, two files in most folders; half of the files have less than 111
 * bytes and a few have megabytes; a quarter repeats another file, and an output resembles its input; every other file
 * is JavaScript; half of the commits change one or two files and a hundredth hundreds, a few lines in each; a few files
 * are changed by every twentieth commit and most hardly ever; every thirteenth commit is a merge; a message has 54
 * characters in the middle and now and then thousands.
 */
export interface HistorySize {
  files: number;
  commits: number;
}

const ROOT = 'hyper-dispatch/functions';
const FIRST_DAY = 1_200_000_000;
const SECONDS_BETWEEN = 30_000;
const COMMITS_PER_MERGE = 13;
/** Number of commits that one side of a merge is behind. */
const SIDE_LENGTH = 9;

const PACKAGES = 140;
/** Half of them nested one level deeper. */
const CASES_OF_GROUP = 12;
/** Three cases of two, two and three files. */
const FILES_OF_CASES = 7;
const PLACES_IN_CASES = [0, 0, 1, 1, 2, 2, 2];
const NAMES = [0, 1, 0, 1, 0, 1, 2];
/** Neighboring files that a commit changes together. */
const NEAR = 8;

/** Pairs of a share of all and the largest value among them. */
type Distribution = readonly (readonly [share: number, most: number])[];

const FILES_PER_COMMIT: Distribution = [
  [0.5, 2],
  [0.9, 11],
  [0.99, 110],
  [1, 500],
];
const FILE_BYTES: Distribution = [
  [0.1, 19],
  [0.5, 111],
  [0.75, 772],
  [0.9, 2_403],
  [0.99, 10_119],
  [0.999, 79_600],
  [1, 3_400_000],
];
/** Of the longest-lived files, which are changed most: sources and lists of versions. */
const HOT_FILES = 600;
const HOT_BYTES: Distribution = [
  [0.5, 1_500],
  [0.9, 6_000],
  [1, 30_000],
];
const MESSAGE_LENGTH: Distribution = [
  [0.5, 54],
  [0.9, 164],
  [0.99, 628],
  [1, 8_000],
];
/** The larger, the more often the same files are changed. */
const HEAT = 3.3;
/** Files that have the content of another one. */
const REPEATED_SHARE = 0.25;
const REPEATED_CONTENTS = 60;
/** A change replaces this many lines, or a part of the file. */
const CHANGED_LINES = 3;
const CHANGED_PART = 0.02;
/** One line in so many of an output is not that of its input. */
const OWN_LINES = 4;

export function pathOf(index: number): string {
  const at = index % FILES_OF_CASES;
  const number = 3 * Math.floor(index / FILES_OF_CASES) + (PLACES_IN_CASES[at] ?? 0);
  const group = Math.floor(number / CASES_OF_GROUP);
  const place = `${ROOT}/package-${group % PACKAGES}`;
  if (index < HOT_FILES || index % 11 === 0) return `${place}/src/module-${index}.js`;
  const folder = `${place}/test/fixtures/group-${group}${number % 2 === 0 ? '' : '/nested'}`;
  return `${folder}/case-${number}/${nameOf(NAMES[at] ?? 0, number)}`;
}

function nameOf(position: number, number: number): string {
  if (position === 2) return 'options.json';
  const [input, output] = number % 50 < 22 ? ['js', 'json'] : number % 50 < 42 ? ['js', 'js'] : ['ts', 'mjs'];
  return position === 0 ? `input.${input}` : `output.${output}`;
}

/** The file after these commits changed it, a few lines each. */
export function contentOf(index: number, changes: readonly number[]): string {
  const isRepeated = changes.length === 0 && fraction(index * 7 + 3) < REPEATED_SHARE;
  const seed = isRepeated ? 1_000_000_007 + (index % REPEATED_CONTENTS) : index;
  const [sizes, place] = index < HOT_FILES ? [HOT_BYTES, index] : [FILE_BYTES, isRepeated ? seed : index];
  const bytes = isRepeated ? Math.min(valueAt(sizes, fraction(place)), 400) : valueAt(sizes, fraction(place));
  const count = Math.ceil(bytes / LINE_BYTES) + 1;
  const isOutput = NAMES[index % FILES_OF_CASES] === 1 && !isRepeated;
  const lines = Array.from({ length: count }, (_, line) => {
    const isShared = isOutput && line % OWN_LINES !== 0;
    return lineOf((isShared ? seed - 1 : seed) * 131 + line);
  });
  for (const change of changes) {
    const from = Math.floor(fraction(index + change * 13) * count);
    const until = Math.min(count, from + CHANGED_LINES + Math.floor(count * CHANGED_PART));
    for (let line = from; line < until; line += 1) lines[line] = lineOf(change * 977 + index + line);
  }
  const head = changes.length === 0 ? '' : `v(${changes.at(-1)});\n`;
  return (head + lines.join('')).slice(0, Math.max(bytes, head.length));
}

const LINE_BYTES = 36;
const SYLLABLES = 'ab co di el fa go in ka lo mu no pe qu ra se ti un vo we xi yo za'.split(' ');
const WORDS = Array.from({ length: 1200 }, (_, index) => {
  const length = 2 + (index % 3);
  return Array.from(
    { length },
    (_each, at) => SYLLABLES[Math.floor(fraction(index * 5 + at) * SYLLABLES.length)],
  ).join('');
});
/** Few words are used all the time, as in any program. */
const wordOf = (seed: number) => WORDS[Math.floor(WORDS.length * fraction(seed) ** 4)];
const LINES = Array.from({ length: 40_000 }, (_, index) => {
  const [a, b, c, d] = [
    wordOf(index * 4),
    wordOf(index * 4 + 1),
    wordOf(index * 4 + 2),
    wordOf(index * 4 + 3),
  ];
  const lines = [
    `  const ${a} = ${b}(${c}.${d});\n`,
    `    if (${a}.${b} === ${c}) return ${d};\n`,
    `import { ${a}, ${b} } from '../${c}/${d}.js';\n`,
    `      ${a}.${b}('${c} ${d}');\n`,
    '  }\n',
    `// ${a} is the ${b} of ${c} in ${d}\n`,
  ];
  return lines[Math.floor(fraction(index * 3) * lines.length)] ?? '';
});
const lineOf = (seed: number) => LINES[Math.floor(fraction(seed) * LINES.length)] ?? '';

/** Makes the whole history in one go. The numbers are always the same, so runs can be compared. */
export async function makeGrownHistory(repository: Repository, size: HistorySize): Promise<void> {
  const history = planHistory(size);
  const importing = spawn('git', ['fast-import', '--quiet', '--depth=12'], { cwd: repository.folder });
  const ended = once(importing, 'close');
  for (const text of writeHistory(history)) {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain');
  }
  importing.stdin.end('done\n');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`fast-import ended with ${code}`);
  await repository.git('update-ref', '-d', 'refs/heads/side');
  // One pack, as a git host serves it, with deltas from the newest objects, a bitmap, and a commit graph.
  await repository.git('repack', '-a', '-d', '-f', '-q', '--window=5', '--write-bitmap-index');
  await repository.git('commit-graph', 'write', '--reachable');
}

interface PlannedCommit {
  /** Files, with the number of their changes by then. */
  files: Map<number, number>;
  message: string;
  isMerge: boolean;
}

interface PlannedHistory {
  commits: PlannedCommit[];
  /** Commits that changed a file, by its index. */
  changesOf: number[][];
}

function planHistory({ files, commits: total }: HistorySize): PlannedHistory {
  const random = createRandom();
  const commits: PlannedCommit[] = [];
  const changesOf: number[][] = [];
  for (let written = 0; written < total; ) {
    const number = commits.length + 1;
    const isMerge = number % COMMITS_PER_MERGE === 0 && number > SIDE_LENGTH && written + 1 < total;
    written += isMerge ? 2 : 1;
    const changed = new Map<number, number>();
    const made = changesOf.length;
    const count = valueAt(FILES_PER_COMMIT, random());
    for (let index = 0, file = 0; index < count; index += 1) {
      file = index % NEAR === 0 ? Math.floor(made * random() ** HEAT) : file + 1;
      const changes = changesOf[file];
      if (changes === undefined || changed.has(file)) continue;
      changed.set(file, changes.push(number));
    }
    for (const wanted = Math.floor((files * written) / total); changesOf.length < wanted; ) {
      changed.set(changesOf.push([]) - 1, 0);
    }
    commits.push({ files: changed, message: messageOf(number, valueAt(MESSAGE_LENGTH, random())), isMerge });
  }
  return { commits, changesOf };
}

/** Contents first, those of a file next to each other: stored as differences at once. */
function* writeHistory({ commits, changesOf }: PlannedHistory): Generator<string> {
  const firstMarks: number[] = [];
  let marks = commits.length;
  for (const [index, changes] of changesOf.entries()) {
    firstMarks[index] = marks + 1;
    for (let count = changes.length; count >= 0; count -= 1) {
      const content = contentOf(index, changes.slice(0, count));
      yield `blob\nmark :${marks + 1 + count}\ndata ${content.length}\n${content}\n`;
    }
    marks += changes.length + 1;
  }
  for (const [at, { files, message, isMerge }] of commits.entries()) {
    const number = at + 1;
    const text = [...files]
      .map(([index, count]) => `M 100644 :${(firstMarks[index] ?? 0) + count} ${pathOf(index)}\n`)
      .join('');
    const mark = `mark :${number}\n`;
    if (isMerge) {
      yield `${head('refs/heads/side', number, message)}from :${number - SIDE_LENGTH}\n${text}\n`;
      const merge = head('refs/heads/main', number, `Merge side ${number}`, mark);
      yield `${merge}from :${number - 1}\nmerge refs/heads/side\n${text}\n`;
    } else yield `${head('refs/heads/main', number, message, mark)}${text}\n`;
  }
}

function head(ref: string, commit: number, message: string, mark = ''): string {
  const person = `Robin ${commit % 90} <robin${commit % 90}@example.com> ${FIRST_DAY + commit * SECONDS_BETWEEN} +0000`;
  return `commit ${ref}\n${mark}committer ${person}\ndata ${Buffer.byteLength(message)}\n${message}\n`;
}

function messageOf(commit: number, length: number): string {
  const subject = `Change ${commit}: the case that nobody thought of before`;
  const lines = Math.ceil(length / 60) - 1;
  const body = Array.from(
    { length: lines },
    (_, line) => `What is line ${line} of the reason of commit ${commit}, in words.`,
  );
  return [subject.slice(0, Math.max(8, length)), ...(lines > 0 ? ['', ...body] : [])].join('\n');
}

/** Between the borders of a distribution by ratio, as sizes are. */
function valueAt(distribution: Distribution, at: number): number {
  let [from, least] = [0, 1];
  for (const [share, most] of distribution) {
    if (at <= share) return Math.round(least * (most / least) ** ((at - from) / (share - from)));
    [from, least] = [share, most];
  }
  return least;
}

/** Always the same number between 0 and 1 for an index. */
function fraction(index: number): number {
  return ((index * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
}

function createRandom(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}
