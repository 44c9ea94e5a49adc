import type { Curve } from '../growth-curve.ts';
import { fillUsageSums } from '../usage-sums.ts';

/** Functions that are used on each of the last 30 days, each by another person and in ten versions a day. */
export const curve: Curve = {
  sizes: [10, 1_000],
  async seed({ size, database, domainId, userId, call }) {
    await database.query(
      `insert into usage_days
       select $1, $2, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, day, day, 'hyper-dispatch', 'invoke',
         'functions/function-' || n, version, 10, 100, 1000
       from generate_series(1, $3::int) n, generate_series(1, 10) version,
         generate_series((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date, '1 day') day`,
      [domainId, userId, size],
    );
    await fillUsageSums(database);
    const month = new Date().toISOString().slice(0, 7);
    const get = (path: string) => () => call('GET', `/console/v1/${path}`);
    return [
      { name: 'Usage of the running month', limitRatio: 1.5, run: get('billing/invoice') },
      { name: 'Its days, by service', limitRatio: 1.5, run: get(`usage/days?month=${month}&by=service`) },
      { name: 'Sessions', limitRatio: 1.5, run: () => call('GET', '/auth/v1/sessions') },
    ];
  },
};
