import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Series } from './benchmark.ts';
import { type Curve, measureCurve, putCurves } from './growth-curve.ts';

/*
 * `npm run bench -- growth` measures all curves, `npm run bench -- growth people` one of them.
 *
 * A curve is a file of `bench/growth/` that exports `curve: Curve`; it is called as the file is:
 * - `sizes`: numbers of rows or files, from 10, 1,000, 100,000 and 1,000,000 as the limits allow
 * - `seed(place)`: fills a domain with `place.size` of them by SQL (`place.database`; `bench/large-domain.ts` has some) and
 *   returns the operations: a name, `run`, and a goal where there is one. `limit` is in milliseconds, `limitRatio` a multiple of
 *   the time at the first size; both hold at each size.
 * Each size has its own domain, with all limits lifted, on one product; `place.call` calls as its owner.
 */
const folder = join(import.meta.dirname, 'growth');
const ending = '.ts';
const curves = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length));

export const benchmark: Benchmark = {
  name: 'growth',
  title: 'Cost by size',
  about:
    'Calls over HTTP of domains that have 10 to 1,000,000 rows or files, all sizes in turn: medians, and times the first size. The goal holds at each size.',
  parts: curves,
  async run(parts = curves) {
    const series: Series[] = [];
    for (const name of parts) {
      const { curve } = (await import(`./growth/${name}${ending}`)) as { curve: Curve };
      series.push(...(await measureCurve(name, curve)));
    }
    return series;
  },
  put: putCurves,
};
