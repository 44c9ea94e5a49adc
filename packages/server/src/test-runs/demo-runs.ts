import type { TestStrategy } from '@atrium/contract/test-runs/status';
import type { demoPeople } from '../accounts/people/demo-people.ts';

/** A run of all tests that someone started at a time in the past. */
export interface DemoRun {
  daysAgo: number;
  by: keyof typeof demoPeople;
  strategy?: TestStrategy;
  /** Canceled before its start: the run, or its first test. */
  canceled?: 'run' | 'test';
}

const every = (by: DemoRun['by'], days: readonly number[]): DemoRun[] =>
  days.map((daysAgo) => ({ daysAgo, by }));

/** More often around the changes, as people do. Few enough for the demo to start soon: each is really run. */
export const demoRuns: readonly DemoRun[] = [
  ...every('ada', [88.4, 84.1, 63.2, 55.0, 40.1, 9.2]),
  ...every('bo', [71.3, 58.2, 24.0, 1.2, 0.02]),
  { daysAgo: 68.3, by: 'ada', canceled: 'run' },
  { daysAgo: 57.2, by: 'ada', strategy: 'FAIL_ON_FIRST' },
  { daysAgo: 36.4, by: 'bo', canceled: 'test' },
  { daysAgo: 3.4, by: 'ada', strategy: 'FAIL_ON_FIRST' },
  ...every('chidi', [11.1, 0.3]),
];
