import { afterEach, expect, test } from 'vitest';
import { dayEnd, dayStart, today } from './search-days.ts';

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

test('today is the day where the person is', () => {
  process.env['TZ'] = 'Pacific/Auckland';
  expect(today(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-22');
});
