import { findFiles, type House, type Rule, sourcesOf } from './rule.ts';
import type { SourceFile } from './source-file.ts';

const linesOf = ({ text }: SourceFile) => text.split('\n').length - 1;

/** Returns what is wrong if fewer than this share of the files have at most `maxLines`. */
function findTooMany(house: House, share: number, maxLines: number): string[] {
  const lines = sourcesOf(house)
    .map(linesOf)
    .toSorted((a, b) => a - b);
  const reached = lines[Math.ceil(share * lines.length) - 1] ?? 0;
  if (reached <= maxLines) return [];
  const kept = lines.filter((count) => count <= maxLines).length;
  return [`${kept} of ${lines.length} files, and the share is reached at ${reached} lines`];
}

export const sizeRules: Rule[] = [
  {
    says: 'files are at most 300 lines long, tests 600',
    find: ({ files }) =>
      findFiles(files, (file) => linesOf(file) > (/\.(test|e2e)\.tsx?$/.test(file.path) ? 600 : 300)),
  },
  {
    says: 'half of the files have at most 50 lines',
    find: (house) => findTooMany(house, 0.5, 50),
  },
  {
    says: 'four files of five have fewer than 80 lines',
    find: (house) => findTooMany(house, 0.8, 79),
  },
  {
    says: 'nine files of ten have at most 120 lines',
    find: (house) => findTooMany(house, 0.9, 120),
  },
];
