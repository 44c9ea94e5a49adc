import { expect, test } from 'vitest';
import { runTimeText } from './run-time-text.ts';

test.each([
  ['DAILY', 'Every day at 02:30 UTC'],
  ['WEEKDAYS', 'Monday to Friday at 02:30 UTC'],
  ['HOURLY', 'Every hour at :30'],
] as const)('%s is said as %s', (rhythm, text) => {
  expect(runTimeText({ rhythm, at: '02:30' })).toBe(text);
});
