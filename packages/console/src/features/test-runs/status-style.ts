import type { TestStatus } from '@atrium/contract/test-runs/status';
import type { BadgeTone } from '../../ui/Badge.tsx';

/**
 * Colours of the pie chart (specification, section 9): green, red, grey, black, orange, light grey. They are
 * the same in both themes; the outline shows a slice whose colour would vanish in one of them.
 */
export const statusColors: Record<TestStatus, string> = {
  OK: '#2e9e4f',
  FAIL: '#d13c30',
  CANCELED: '#7c7c7c',
  PENDING: '#000000',
  RUNNING: '#f28c1b',
  SKIPPED: '#d6d6d6',
};

export const statusTones: Record<TestStatus, BadgeTone> = {
  OK: 'ok',
  FAIL: 'danger',
  CANCELED: 'neutral',
  PENDING: 'neutral',
  RUNNING: 'warn',
  SKIPPED: 'neutral',
};

/** Meanings of a mark in a strip or in the heat map. */
export const MARKS = ['failed', 'retried', 'passed', 'other'] as const;
export type Mark = (typeof MARKS)[number];

/** Height as a share of the row, and color: the worse the result, the taller the mark, so that color isn't required. */
export const markStyles: Record<Mark, { height: number; ink: string; text: string }> = {
  failed: { height: 1, ink: 'text-danger', text: 'Failed' },
  retried: { height: 2 / 3, ink: 'text-warn', text: 'Passed on a retry' },
  passed: { height: 1 / 3, ink: 'text-ok', text: 'Passed' },
  other: { height: 1 / 8, ink: 'text-ink-soft', text: 'No result' },
};

export function markOf(status: TestStatus, isRetried: boolean): Mark {
  if (status === 'FAIL') return 'failed';
  if (status !== 'OK') return 'other';
  return isRetried ? 'retried' : 'passed';
}
