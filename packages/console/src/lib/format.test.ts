import { formatBytes, formatCount, formatMilliseconds, formatUnits } from '@atrium/contract/format-scale';
import { formatPrice } from '@atrium/contract/pricing/price-words';
import { describe, expect, it, vi } from 'vitest';
import { formatDuration } from './format.ts';
import {
  formatDate,
  formatDateTime,
  formatDayMonthYear,
  formatDayMonthYearTime,
  formatTime,
} from './format-date.ts';

const moment = '2026-03-05T14:07:09Z';
const utc = 'UTC';

describe('dates', () => {
  it('has the formats of the specification', () => {
    expect(formatDate(moment, utc)).toBe('03/05/2026');
    expect(formatTime(moment, utc)).toBe('14:07:09');
    expect(formatDateTime(moment, utc)).toBe('03/05/2026 14:07:09');
    expect(formatDayMonthYear(moment, utc)).toBe('5 Mar 2026');
    expect(formatDayMonthYearTime(moment, utc)).toBe('5 Mar 2026, 14:07:09');
  });

  it('writes midnight as 00', () => {
    expect(formatTime('2026-01-01T00:00:00Z', utc)).toBe('00:00:00');
  });

  it('shows where the person is', () => {
    expect(formatDateTime('2026-01-01T00:30:00Z', 'America/New_York')).toBe('12/31/2025 19:30:00');
  });

  it.each([null, undefined, 'no date', ''])('is empty for %s', (nothing) => {
    expect(formatDateTime(nothing, utc)).toBe('');
  });
});

describe('units', () => {
  it.each([
    [0, '# 0'],
    [1200, '# 1,200'],
  ])('counts %i as %s', (count, text) => expect(formatCount(count)).toBe(text));

  it.each([
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1024, '1 kb'],
    [1536, '1.5 kb'],
    [1024 ** 2, '1 Mb'],
    [3 * 1024 ** 3, '3 Gb'],
    [5 * 1024 ** 4, '5,120 Gb'],
  ])('scales %i bytes by 1024 to %s', (size, text) => expect(formatBytes(size)).toBe(text));

  it.each([
    [999, '999 ms'],
    [1000, '1 s'],
    [59_000, '59 s'],
    [60_000, '1 min'],
    [90_000, '1.5 min'],
    [3_600_000, '1 h'],
    [360_000_000, '100 h'],
  ])('scales %i ms by 1000, then 60, to %s', (ms, text) => expect(formatMilliseconds(ms)).toBe(text));

  it.each([1234.5, 1234.56, 1234.567, -1_234_567, 0.005, 1.005, 1 / 3, 999.995, 1e-7, 2 ** 60, 1e21])(
    'writes %d as the browser does with at most two decimals',
    (count) => {
      const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
      expect(formatCount(count)).toBe(`# ${format.format(count)}`);
    },
  );

  it("makes no format of the browser's for what needs no rounding: the price list would wait for it", async () => {
    vi.resetModules();
    const fresh = await import('@atrium/contract/pricing/price-words');
    const made = vi.spyOn(Intl, 'NumberFormat');
    fresh.formatPrice({ cents: '2', measure: 'TIMER', units: 90_000 });
    expect(made).not.toHaveBeenCalled();
    fresh.formatPrice({ cents: '2', measure: 'TIMER', units: 100_001 });
    expect(made).toHaveBeenCalledOnce();
    made.mockRestore();
  });

  it('chooses by the measure', () => {
    expect([formatUnits('COUNTER', 7), formatUnits('MEMORY', 2048), formatUnits('TIMER', 2000)]).toEqual([
      '# 7',
      '2 kb',
      '2 s',
    ]);
  });
});

it.each([
  [0, '< 1 sec'],
  [999, '< 1 sec'],
  [1000, '00:00:01'],
  [3_661_000, '01:01:01'],
  [86_400_000, '1 day 00:00:00'],
  [180_000_000, '2 days 02:00:00'],
])('a duration of %i ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

it.each([
  [{ cents: '2', measure: 'COUNTER' as const, units: 100 }, '2 cents per # 100'],
  [{ cents: '1', measure: 'TIMER' as const, units: 60_000 }, '1 cent per 1 min'],
  [{ cents: '0.5', measure: 'MEMORY' as const, units: 1024 ** 3 }, '0.5 cents per 1 Gb'],
])('a price reads %j as %s', (price, text) => expect(formatPrice(price)).toBe(text));
