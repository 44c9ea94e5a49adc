import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Curve } from '../growth-curve.ts';
import { fillEntries, importFiles } from '../many-entries.ts';

const ORDERS = '/services/content/entries/orders';
const META = `export default {
  schema: { properties: { status: {}, createdOn: {}, note: {} } },
  indexes: ["createdOn", "status"],
};
`;

interface Page {
  cursors: { next: string | null; last: string | null };
}

/** Pages of 50 entries, and single writes. */
export const curve: Curve = {
  sizes: [10, 1_000, 100_000, 1_000_000],
  async seed(place) {
    await fillEntries(place.database, place.domainId, place.size);
    await importFiles(place, 'content', {
      'collections/orders.meta.js': META,
      'collections/orders.js': null,
    });
    const indexes = () => place.call<{ isReady: boolean }[]>('GET', '/services/content/indexes');
    while (!(await indexes()).every(({ isReady }) => isReady)) await sleep(200);

    const query = (body: object) => place.call<Page>('POST', `${ORDERS}/query`, { size: 50, ...body });
    const pages = (name: string, body: object) => ({ name, limit: 10, run: () => query(body) });
    const { last } = (await query({})).cursors;
    const sorted = (await query({ sortBy: 'createdOn' })).cursors;
    const where = { status: 'PAID' };
    return [
      pages('First page', {}),
      pages('Last page', last === null ? {} : { cursor: last }),
      pages('Sorted by an indexed field', { sortBy: 'createdOn', descending: true }),
      pages('The same, last page', {
        sortBy: 'createdOn',
        ...(sorted.last !== null && { cursor: sorted.last }),
      }),
      // More than 10,000 are refused.
      ...(place.size <= 10_000
        ? [{ name: 'Sorted by another field', run: () => query({ sortBy: 'note' }) }]
        : []),
      pages('Equal to one of a kind, without an index', { where: { note: `note 7 of ${place.size}` } }),
      pages('Equal, a tenth of the entries', { where }),
      pages('The same, sorted by an indexed field', { where, sortBy: 'createdOn', descending: true }),
      {
        name: 'Insert',
        limitRatio: 1.5,
        run: () => place.call('POST', ORDERS, { id: randomUUID(), status: 'NEW', createdOn: '2025-06-01' }),
      },
      {
        name: 'Transaction of an insertion and an update',
        limitRatio: 1.5,
        run: () =>
          place.call('POST', '/services/content/transactions', {
            operations: [
              { insert: 'orders', entry: { id: randomUUID(), status: 'NEW', createdOn: '2025-06-01' } },
              { update: 'orders', id: '0000001', changes: { note: randomUUID() }, where: { id: '0000001' } },
            ],
          }),
      },
    ];
  },
};
