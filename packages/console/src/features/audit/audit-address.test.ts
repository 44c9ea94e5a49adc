import { expect, test, vi } from 'vitest';
import { toFilter } from './audit-address.ts';

test('days are searched where the person is, both of them whole', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  expect(toFilter({ who: 'ada', from: '2026-07-01', to: '2026-11-27' })).toEqual({
    who: 'ada',
    startAt: '2026-07-01T00:00:00-07:00',
    endAt: '2026-11-27T23:59:59.999-08:00',
  });
  vi.unstubAllEnvs();
});
