import { buildSource, editSource, type Random } from './realistic-edits.ts';

/** Three sides of a file, as lines. */
export type Sides = readonly [base: string[], local: string[], remote: string[]];

type Side = (random: Random, count: number) => string[];

const numbered: Side = (_, count) => Array.from({ length: count }, (_line, index) => `line ${index}`);

const ofKinds =
  (kinds: number): Side =>
  (random, count) =>
    Array.from({ length: count }, () => `line ${Math.floor(random() * kinds)}`);

function shuffle<T>(random: Random, values: readonly T[]): T[] {
  const ranked = values.map((value) => ({ value, rank: random() }));
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ value }) => value);
}

const inBlocks = (lines: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(lines.length / size) }, (_, index) =>
    lines.slice(index * size, (index + 1) * size),
  );

const realistic: Side = (random, count) => {
  const lines: string[] = [];
  while (lines.length < count) lines.push(...buildSource(random));
  return lines;
};

function edit(random: Random, lines: string[]): string[] {
  let edited = lines;
  for (let round = 0; round < lines.length / 20; round++) edited = editSource(random, edited);
  return edited;
}

/** Sides that have nothing to do with each other but their lines. */
const unrelated =
  (side: Side) =>
  (random: Random, count: number): Sides => [side(random, count), side(random, count), side(random, count)];

/** Sides that were both made from the base. */
const changed =
  (side: Side, change: (random: Random, lines: string[]) => string[]) =>
  (random: Random, count: number): Sides => {
    const base = side(random, count);
    return [base, change(random, base), change(random, base)];
  };

/** Files that are hard to compare, each in its own way. */
export const HARD_FILES: Readonly<Record<string, (random: Random, count: number) => Sides>> = {
  'lines of eight kinds': unrelated(ofKinds(8)),
  'lines of 200 kinds': unrelated(ofKinds(200)),
  'the same lines in another order': changed(numbered, shuffle),
  'the same blocks in another order': changed(numbered, (random, lines) =>
    shuffle(random, inBlocks(lines, 50)).flat(),
  ),
  'the same lines backwards': changed(numbered, (_, lines) => lines.toReversed()),
  'every other line moved': changed(numbered, (random, lines) =>
    lines.map((line, index) => (index % 2 ? (lines[Math.floor(random() * lines.length)] as string) : line)),
  ),
  'a rewritten source': unrelated(realistic),
  'a source with very many edits': changed(realistic, edit),
};
