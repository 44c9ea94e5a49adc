import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Repository } from '../e2e/support/git-repository.ts';

/*
 * A history as grown repositories have it, which decides what reading it costs. The shape is babel's, as counted in its
 * 18,609 commits: two files in most folders, seven and eight folders deep; half of the commits change one or two files
 * and a hundredth hundreds; a few files are changed by every twentieth commit and most hardly ever; every thirteenth
 * commit is a merge; a message has 54 characters in the middle and now and then thousands.
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
const GROUPS = 7;
/** Neighboring files of a commit: two of a folder, then two of the next folder of the group. */
const NEAR = 8;
const SAME_GROUP = 2 * PACKAGES * GROUPS;

/** Pairs of a share of all and the largest value among them. */
type Distribution = readonly (readonly [share: number, most: number])[];

const FILES_PER_COMMIT: Distribution = [
  [0.5, 2],
  [0.9, 17],
  [0.99, 178],
  [1, 800],
];
const FILE_BYTES: Distribution = [
  [0.1, 19],
  [0.5, 111],
  [0.9, 2_403],
  [0.99, 10_119],
  [1, 40_000],
];
const MESSAGE_LENGTH: Distribution = [
  [0.5, 54],
  [0.9, 164],
  [0.99, 628],
  [1, 8_000],
];
/** The larger, the more often the same files are changed. */
const HEAT = 3.3;

export function pathOf(index: number): string {
  const pair = Math.floor(index / 2);
  const place = `${ROOT}/package-${pair % PACKAGES}`;
  if (index % 11 === 0) return `${place}/src/module-${index}.js`;
  const group = `${place}/test/fixtures/group-${Math.floor(pair / PACKAGES) % GROUPS}`;
  const folder = pair % 2 === 0 ? group : `${group}/nested`;
  return `${folder}/case-${pair}/${index % 2 === 0 ? 'input' : 'output'}.js`;
}

/** Same length as the file of this index, with the commit in its first line. */
export function contentOf(index: number, commit: number): string {
  const bytes = valueAt(FILE_BYTES, fraction(index));
  let text = `v(${commit});\n`;
  for (let line = 0; text.length < bytes; line += 1) {
    text += `  const step${line} = call('function-${(index * 31 + line * 7) % 997}', ${index + line});\n`;
  }
  return text.slice(0, Math.max(bytes, 12));
}

/** Writes the whole history in one go. The numbers are always the same, so runs can be compared. */
export async function makeGrownHistory(
  repository: Repository,
  { files, commits }: HistorySize,
): Promise<void> {
  const importing = spawn('git', ['fast-import', '--quiet', '--depth=50'], { cwd: repository.folder });
  const write = async (text: string) => {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain');
  };
  const random = createRandom();
  let made = 0;
  for (let commit = 1; commit <= commits; commit += 1) {
    const isMerge = commit % COMMITS_PER_MERGE === 0 && commit > SIDE_LENGTH;
    const wanted = Math.floor((files * commit) / commits);
    const changed = new Set<number>();
    const count = valueAt(FILES_PER_COMMIT, random());
    for (let index = 0, file = 0; made > 0 && index < count; index += 1) {
      if (index % NEAR === 0) file = Math.floor(made * random() ** HEAT);
      else file = index % 2 === 1 ? file ^ 1 : (file + SAME_GROUP) % made;
      if (file < made) changed.add(file);
    }
    for (; made < wanted; made += 1) changed.add(made);
    const text = [...changed].map((index) => modification(index, commit)).join('');
    const message = messageOf(commit, valueAt(MESSAGE_LENGTH, random()));
    if (isMerge) {
      await write(`${head(`refs/heads/side`, commit, message)}from :${commit - SIDE_LENGTH}\n${text}\n`);
      const merge = head('refs/heads/main', commit, `Merge side ${commit}`, `mark :${commit}\n`);
      await write(`${merge}from :${commit - 1}\nmerge refs/heads/side\n${text}\n`);
    } else {
      await write(`${head('refs/heads/main', commit, message, `mark :${commit}\n`)}${text}\n`);
    }
  }
  importing.stdin.end('done\n');
  const [code] = (await once(importing, 'close')) as [number | null];
  if (code !== 0) throw new Error(`fast-import ended with ${code}`);
  await repository.git('update-ref', '-d', 'refs/heads/side');
  // Packed as on a git host.
  await repository.git('repack', '-a', '-d', '-q', '--write-bitmap-index');
}

function head(ref: string, commit: number, message: string, mark = ''): string {
  const person = `Robin ${commit % 90} <robin${commit % 90}@example.com> ${FIRST_DAY + commit * SECONDS_BETWEEN} +0000`;
  return `commit ${ref}\n${mark}committer ${person}\ndata ${Buffer.byteLength(message)}\n${message}\n`;
}

function modification(index: number, commit: number): string {
  const content = contentOf(index, commit);
  return `M 100644 inline ${pathOf(index)}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
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
