import { findFiles, type Rule } from './rule.ts';
import type { SourceFile } from './source-file.ts';

const linesOf = ({ text }: SourceFile) => text.split('\n').length - 1;

/** Limits only catch accidents: a file is as long as its topic. */
export const sizeRules: Rule[] = [
  {
    says: 'files are at most 500 lines long, tests 900',
    find: ({ files }) =>
      findFiles(files, (file) => linesOf(file) > (/\.(test|e2e)\.tsx?$/.test(file.path) ? 900 : 500)),
  },
];
