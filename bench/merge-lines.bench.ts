import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { merge3 } from '@atrium/diff/merge';
import { type Benchmark, measureRounds, type Series, type Subject } from './frame.ts';
import { type MergeFiles, makeMergeFiles } from './merge-files.ts';

const LINES = 27_000;
/** Beyond it, people would wait for us where they would not for git. */
const MOST_TIMES_GIT = 5;

const CASES: readonly { readonly name: string; readonly files: MergeFiles }[] = [
  { name: 'every tenth line changed', files: makeMergeFiles(LINES) },
  { name: 'lines of eight kinds', files: threeSides((random) => `line ${Math.floor(random() * 8)}`) },
  { name: 'lines of 200 kinds', files: threeSides((random) => `line ${Math.floor(random() * 200)}`) },
  { name: 'lines in any order', files: threeSides((random) => `line ${Math.floor(random() * LINES)}`) },
];

export const benchmark: Benchmark = {
  name: 'merge-lines',
  title: 'Three-way merge of files that are hard to compare',
  about:
    `Files of ${LINES.toLocaleString('en-US')} lines: one as people leave it, and three whose sides share lines but no order, ` +
    'for which the search for what is equal is longest. Our merge runs in the measuring process, its reference is ' +
    '`git merge-file -p --diff3` with the start of its process and the reading of its files. Both texts are the same, byte for byte.',
  run: measure,
};

async function measure(): Promise<Series[]> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  try {
    return await measureRounds(CASES.flatMap(subjectsOf), () => measureRound(folder), {
      warmUps: 1,
      repeats: 9,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function subjectsOf({ name }: { name: string }): Subject[] {
  return [
    { name: `Merge: ${name}`, unit: 'ms' },
    { name: `git merge-file: ${name}`, unit: 'ms' },
    { name: `As a multiple of git: ${name}`, unit: '', limit: MOST_TIMES_GIT },
  ];
}

async function measureRound(folder: string): Promise<number[]> {
  const values: number[] = [];
  for (const { name, files } of CASES) {
    for (const [side, text] of Object.entries(files)) await writeFile(join(folder, side), text);
    const [oursMs, ours] = timed(() => merge3(files.base, files.local, files.remote).text);
    const [gitMs, theirs] = timed(() => mergeWithGit(folder));
    if (ours !== theirs) throw new Error(`our merge of ${name} is not git's`);
    values.push(oursMs, gitMs, oursMs / gitMs);
  }
  return values;
}

function mergeWithGit(folder: string): string {
  const labels = ['local', 'base', 'remote'];
  const options = ['-p', '--diff3', ...labels.flatMap((label) => ['-L', label])];
  const ended = spawnSync('git', ['merge-file', ...options, ...labels], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (ended.error) throw ended.error;
  return ended.stdout;
}

function timed<Value>(work: () => Value): [ms: number, value: Value] {
  const startedAt = performance.now();
  const value = work();
  return [performance.now() - startedAt, value];
}

/** The same sides in each run. */
function threeSides(lineOf: (random: () => number) => string): MergeFiles {
  let state = 1;
  const random = () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
  const side = () => `${Array.from({ length: LINES }, () => lineOf(random)).join('\n')}\n`;
  return { base: side(), local: side(), remote: side() };
}
