import type { Curve } from '../growth-curve.ts';
import { fillLogEntries } from '../large-domain.ts';

/** Entries of a domain's log; a search reads 50,000 of them at most. */
export const curve: Curve = {
  sizes: [10, 1_000, 100_000, 1_000_000],
  async seed({ size, database, call, ...owner }) {
    await fillLogEntries(database, owner, size);
    const search = (body: object) => () =>
      call('POST', '/console/v1/consolidated/log', { startAt: 0, size: 10, ...body });
    return [
      { name: 'Newest entries', limitRatio: 1.5, run: search({}) },
      { name: 'Entries of an action', limitRatio: 1.5, run: search({ action: 'configuration' }) },
      { name: 'A text that all entries have', limitRatio: 1.5, run: search({ text: 'something was' }) },
      { name: 'A text that no entry has', limit: 200, run: search({ text: 'xylophone' }) },
    ];
  },
};
