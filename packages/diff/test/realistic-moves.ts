import type { Change } from './git-diffs.ts';
import { buildSource, editSource, type Random } from './realistic-edits.ts';

const FOLDERS = ['functions/orders', 'functions/stock', 'functions/stock/old', 'collections', 'tests/orders'];
const NAMES = ['create.js', 'create.meta.js', 'list.js', 'list.meta.js', 'send.js', 'index.js', 'close.js'];

const below = (random: Random, count: number) => Math.floor(random() * count);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** A repository in which files were moved, renamed, edited, copied, swapped, added and deleted. */
export function moveFiles(random: Random): Change {
  const before = new Map<string, string>();
  const count = 2 + below(random, 14);
  for (let index = 0; index < count; index++) before.set(pathOf(random), contentOf(random, before));
  const after = new Map<string, string>();
  for (const [path, content] of before) {
    const choice = below(random, 10);
    if (choice === 0) after.set(path, content);
    else if (choice === 1) after.set(path, edit(random, content));
    else if (choice < 4) after.set(pathOf(random), content);
    else if (choice < 9) after.set(pathOf(random), edit(random, content));
  }
  const added = below(random, 4);
  for (let index = 0; index < added; index++) after.set(pathOf(random), contentOf(random, before));
  return { before, after };
}

function pathOf(random: Random): string {
  const name =
    below(random, 3) === 0 ? `file-${below(random, 20)}.js` : (NAMES[below(random, NAMES.length)] as string);
  return `${FOLDERS[below(random, FOLDERS.length)] as string}/${name}`;
}

function contentOf(random: Random, others: ReadonlyMap<string, string>): string {
  const like = [...others.values()][below(random, others.size)];
  switch (below(random, 8)) {
    case 0:
      return '';
    case 1:
      return textOf(buildSource(random).slice(0, 1 + below(random, 5)));
    case 2:
      return like ?? 'first\n';
    case 3:
    case 4:
      return like === undefined ? 'first\n' : edit(random, like);
    case 5:
      return textOf(buildSource(random)).replaceAll('\n', '\r\n');
    case 6:
      return textOf([...buildSource(random), `const text = '${'ä\u{1F600} '.repeat(below(random, 60))}';`]);
    default:
      return textOf(buildSource(random));
  }
}

/** Every line of the result ends: what git makes of a last one that does not depends on its version. */
function edit(random: Random, content: string): string {
  let lines = content.split('\n').slice(0, -1);
  const rounds = 1 + below(random, 12);
  for (let round = 0; round < rounds; round++) lines = editSource(random, lines);
  return textOf(lines);
}
