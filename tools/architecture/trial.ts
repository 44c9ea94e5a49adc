import { expect, test } from 'vitest';
import { houseOf, type Rule } from './rule.ts';

/** Files that break a rule, each by itself, and files that come close to breaking it and do not. */
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
  return findIn(houseOf(files.map(([path, text]) => [path, () => text])));
}

/** Tests that each rule finds what breaks it, and nothing else. */
export function tryRules(rules: Rule[], trials: Record<string, Trial>): void {
  test('each is tried', () => {
    expect(Object.keys(trials)).toEqual(rules.map(({ says }) => says));
  });

  test.each(rules)('$says', (rule) => {
    const { broken, kept = [], beside = [] } = trials[rule.says] ?? { broken: [] };
    for (const file of broken) expect(find(rule, [...beside, file]), file.join('\n')).not.toEqual([]);
    for (const file of kept) expect(find(rule, [...beside, file]), file.join('\n')).toEqual([]);
  });
}
