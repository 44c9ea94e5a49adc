import type { UsagePart } from '@atrium/contract/billing/usage-month';
import { nameOfTarget, TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { nameOfMeasure } from '../../../lib/measure-names.ts';
import { FORMER_CALLS } from './usage-names.ts';

/** Colors by order of the parts. Each contrasts with the background and its neighbors in both themes. */
const COLORS = [
  'var(--atrium-accent)',
  'light-dark(#b4650c, #f0bf6a)',
  'light-dark(#3f6fa8, #93c5f3)',
  'light-dark(#8a3f74, #f0a3cf)',
  'light-dark(#5f7220, #bcd173)',
  'light-dark(#6a4fa3, #c3a9f0)',
];
const OTHERS_COLOR = 'var(--atrium-line-strong)';

export function colorOfPart(index: number, name: string | undefined): string {
  return name === undefined ? OTHERS_COLOR : (COLORS[index] ?? OTHERS_COLOR);
}

/** Label of a part of the plot. */
export function nameOfPart(by: UsagePart, name: string | undefined): string {
  if (name === undefined) return 'Others';
  if (by === 'measure') return nameOfMeasure(name);
  if (by !== 'function') return name;
  return nameOfTarget(name) ?? (name === TEST_TARGET ? 'Test runs' : FORMER_CALLS);
}
