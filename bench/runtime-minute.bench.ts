import { once } from 'node:events';
import autocannon from 'autocannon';
import pg from 'pg';
import type { Benchmark, Series } from './frame.ts';
import { importFiles, withServices } from './runtime-services.ts';

const SECONDS = 60;
const CONNECTIONS = 100;
const WANTED_PER_SECOND = 10_000;
const FUNCTIONS = 100;
const BODY = JSON.stringify({ id: 4711, name: 'Ada' });

export const benchmark: Benchmark = {
  name: 'runtime-minute',
  title: 'A minute of calls, all metered',
  about: `Calls of ${FUNCTIONS} functions in turn, over ${CONNECTIONS} connections for ${SECONDS} s, as fast as the machine lets them but at most ${WANTED_PER_SECOND.toLocaleString('en-US')} a second; each is metered by its function and logged. Afterwards the services end and what the platform was sent is counted: an answered call that is not in it would be lost. The log keeps a hundred successful calls of a domain in a second, and counts all. Client, services, sandbox and database share the machine.`,
  run: () =>
    withServices(async ({ url, child, database, reported, tokenFor }) => {
      const token = await tokenFor('bench');
      const names = Array.from({ length: FUNCTIONS }, (_, index) => `shop/echo-${index}`);
      const source = 'export default (input) => input;\n';
      await importFiles(
        url,
        token,
        Object.fromEntries(names.map((name) => [`functions/${name}.js`, source])),
      );
      const { pathname } = new URL(url);
      const { requests, non2xx, errors } = await autocannon({
        url,
        method: 'POST',
        body: BODY,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        requests: names.map((name) => ({ path: `${pathname}/invoke/${name}` })),
        connections: CONNECTIONS,
        duration: SECONDS,
        overallRate: WANTED_PER_SECOND,
      });
      if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused, ${errors} failed`);
      // Their end ships what there is.
      child.stdin?.end();
      await once(child, 'exit');
      const metered = reported.filter(({ type, metric }) => type === 'COUNTER' && metric === 'invoke');
      const counted = metered.reduce((sum, { quantity }) => sum + quantity, 0);
      const logged = await countLogged(database);
      return [
        rate('Answered calls in a second', requests.total / SECONDS),
        { name: 'Answered calls', unit: 'requests', isReference: true, values: [requests.total] },
        { name: 'Metered calls', unit: 'requests', values: [counted] },
        { name: 'Calls that the log counted', unit: 'requests', values: [logged] },
        {
          name: 'Answered calls that were not metered',
          unit: '',
          limit: 0,
          values: [lost(requests.total, counted)],
        },
        {
          name: 'Functions that were metered by name',
          unit: '',
          limit: FUNCTIONS,
          isAtLeast: true,
          values: [new Set(metered.map(({ target }) => target)).size],
        },
        { name: 'Events that the platform was sent', unit: '', values: [reported.length] },
      ] satisfies Series[];
    }),
};

const rate = (name: string, value: number): Series => ({ name, unit: 'requests/s', values: [value] });

/** A call whose answer no one read any more at the end of the minute is metered, too. */
const lost = (answered: number, counted: number): number => Math.max(answered - counted, 0);

async function countLogged(database: pg.ClientConfig): Promise<number> {
  const db = new pg.Client(database);
  await db.connect();
  try {
    const { rows } = await db.query<{ calls: string }>(
      'select sum(calls) as calls from runtime.function_day',
    );
    return Number(rows[0]?.calls ?? 0);
  } finally {
    await db.end();
  }
}
