import { expect, test } from 'vitest';
import { NO_LOG_FIELDS, toLogFilter } from './log-filter.ts';

test('empty fields filter nothing', () => {
  expect(toLogFilter(NO_LOG_FIELDS)).toEqual({});
  expect(toLogFilter({ ...NO_LOG_FIELDS, search: '  ' })).toEqual({});
});

test('times are those of the place, and the last minute is part of them', () => {
  const filter = toLogFilter({
    search: ' timeout ',
    function: 'orders/create',
    status: 'FAIL',
    source: 'API',
    userId: '0190f2c4-7a10-7000-8000-000000000000',
    from: '2026-11-22T10:30',
    to: '2026-11-22T10:30',
  });
  expect(filter).toEqual({
    search: 'timeout',
    function: 'orders/create',
    status: 'FAIL',
    source: 'API',
    userId: '0190f2c4-7a10-7000-8000-000000000000',
    from: new Date(2026, 10, 22, 10, 30).toISOString(),
    to: new Date(2026, 10, 22, 10, 30, 59, 999).toISOString(),
  });
});

test('a year that someone typed on in filters nothing', () => {
  expect(toLogFilter({ ...NO_LOG_FIELDS, from: '202610-11-22T10:30', to: '20261-11-22T10:30' })).toEqual({});
});
