import { expect, test } from 'vitest';
import { codebaseOf, type Rule } from './rule.ts';

/** Files that each violate a rule, and similar files that don't. */
export interface Trial {
  broken: [path: string, text: string][];
  kept?: [path: string, text: string][];
  /** Files that a violation needs beside it. */
  beside?: [path: string, text: string][];
}

export const server = (path: string) => `packages/server/src/${path}`;
export const runtime = (path: string) => `packages/runtime/src/${path}`;
export const console = (path: string) => `packages/console/src/${path}`;

function find({ find: findIn }: Rule, files: [path: string, text: string][]): string[] {
  return findIn(codebaseOf(files.map(([path, text]) => [path, () => text])));
}

/** Tests that each rule finds its violations and nothing else. */
export function tryRules(rules: Rule[], trials: Record<string, Trial>): void {
  test('each is tried', () => {
    expect(Object.keys(trials)).toEqual(rules.map(({ title }) => title));
  });

  test.each(rules)('$title', (rule) => {
    const { broken, kept = [], beside = [] } = trials[rule.title] ?? { broken: [] };
    for (const file of broken) expect(find(rule, [...beside, file]), file.join('\n')).not.toEqual([]);
    for (const file of kept) expect(find(rule, [...beside, file]), file.join('\n')).toEqual([]);
  });
}
