import { afterEach, expect, test } from 'vitest';
import { dayEnd, dayLast, dayStart, today } from './search-days.ts';

const zone = process.env['TZ'];

afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('a day is sent from its first to its last second, in the zone of the person', () => {
  process.env['TZ'] = 'Europe/Berlin';
  expect(dayStart('2026-11-21')).toBe('2026-11-21T00:00:00+01:00');
  expect(dayEnd('2026-07-01')).toBe('2026-07-01T23:59:59+02:00');
  process.env['TZ'] = 'America/St_Johns';
  expect(dayStart('2026-01-05')).toBe('2026-01-05T00:00:00-03:30');
});

test.each([
  ['Africa/Cairo', '2026-04-24', 23, '+02:00', '+03:00'],
  ['Africa/Cairo', '2026-10-29', 25, '+03:00', '+02:00'],
  ['America/Santiago', '2026-09-06', 23, '-04:00', '-03:00'],
  ['America/Santiago', '2026-04-04', 25, '-03:00', '-04:00'],
  ['America/Havana', '2026-03-08', 23, '-05:00', '-04:00'],
  ['America/Havana', '2026-11-01', 25, '-04:00', '-05:00'],
  ['Europe/Berlin', '2026-03-29', 23, '+01:00', '+02:00'],
  ['Australia/Lord_Howe', '2026-04-05', 24.5, '+11:00', '+10:30'],
  ['Asia/Kathmandu', '2026-06-01', 24, '+05:45', '+05:45'],
])('in %s %s has %d hours', (place, day, hours, first, last) => {
  process.env['TZ'] = place;
  const [start, end] = [dayStart(day), dayEnd(day)];
  expect([start, end, dayLast(day)]).toEqual([
    `${day}T00:00:00${first}`,
    `${day}T23:59:59${last}`,
    `${day}T23:59:59.999${last}`,
  ]);
  expect(Date.parse(end) - Date.parse(start)).toBe(hours * 3_600_000 - 1000);
  expect(today(new Date(start))).toBe(day);
  expect([today(new Date(Date.parse(start) - 1)), today(new Date(Date.parse(end) + 1000))]).not.toContain(
    day,
  );
});

test('today is the day where the person is', () => {
  process.env['TZ'] = 'Pacific/Auckland';
  expect(today(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-22');
});
