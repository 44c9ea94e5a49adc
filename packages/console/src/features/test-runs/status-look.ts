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
