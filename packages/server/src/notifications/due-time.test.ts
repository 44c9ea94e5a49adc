import { expect, test } from 'vitest';
import { dueTime, type Timing } from './due-time.ts';

const VIENNA = { timeZone: 'Europe/Vienna', digestMinute: 8 * 60 };
const night = { quietFrom: 22 * 60, quietUntil: 7 * 60 };
const never = { quietFrom: null, quietUntil: null };

const due = (timing: Partial<Timing>, now: string) =>
  dueTime({ ...VIENNA, ...never, digest: 'AT_ONCE', ...timing }, new Date(now)).toISOString();

test('without quiet hours and digest everything is due at once', () => {
  expect(due({}, '2026-11-29T23:00:10.500Z')).toBe('2026-11-29T23:00:10.500Z');
});

test.each([
  ['in the evening', '2026-11-29T21:30:00Z', '2026-11-30T06:00:00.000Z'],
  ['after midnight', '2026-11-30T01:10:20Z', '2026-11-30T06:00:00.000Z'],
  ['just before their end', '2026-11-30T05:59:59Z', '2026-11-30T06:00:00.000Z'],
  ['at their end', '2026-11-30T06:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['just before they begin', '2026-11-29T20:59:59Z', '2026-11-29T20:59:59.000Z'],
  ['in the night in which clocks go forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['in the night in which clocks go back', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
])('quiet hours across midnight hold back until their end: %s', (_, now, expected) => {
  expect(due(night, now)).toBe(expected);
});

test('quiet hours that end at a time which clocks skip end after it', () => {
  const early = { quietFrom: 0, quietUntil: 2 * 60 + 30 };
  // 02:30 does not exist on that day in Vienna.
  expect(due(early, '2026-03-29T00:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
});

test('quiet hours within a day are no others', () => {
  const noon = { quietFrom: 12 * 60, quietUntil: 13 * 60 };
  expect(due(noon, '2026-11-29T11:30:00Z')).toBe('2026-11-29T12:00:00.000Z');
  expect(due(noon, '2026-11-29T10:30:00Z')).toBe('2026-11-29T10:30:00.000Z');
});

test.each([
  ['HOURLY', '2026-11-29T10:00:00Z', '2026-11-29T11:00:00.000Z'],
  ['HOURLY', '2026-11-29T10:59:59Z', '2026-11-29T11:00:00.000Z'],
  ['DAILY', '2026-11-29T06:30:00Z', '2026-11-29T07:00:00.000Z'],
  ['DAILY', '2026-11-29T07:00:00Z', '2026-11-30T07:00:00.000Z'],
  ['DAILY', '2026-03-28T10:00:00Z', '2026-03-29T06:00:00.000Z'],
] as const)('a digest %s of %s is due at %s', (digest, now, expected) => {
  expect(due({ digest }, now)).toBe(expected);
});

test('a digest whose time is in quiet hours waits for their end', () => {
  const timing = { digest: 'DAILY', digestMinute: 6 * 60, ...night } as const;
  expect(due(timing, '2026-11-29T15:00:00Z')).toBe('2026-11-30T06:00:00.000Z');
});
