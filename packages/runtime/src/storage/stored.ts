import type { LimitOverrides } from '@atrium/contract/limits/limit';
import { refuseOver } from '@atrium/host/limit-reached';
import type { Store } from '../database/schema.ts';
import { updateStored } from './stored.repository.ts';
import { NOTHING_STORED, type Stored } from './stored-amounts.ts';

/**
 * Adds to a domain's stored amounts. Throws 422 if they grow beyond a limit; decreases are never refused. Must
 * come last in a transaction, because other changes of the domain wait from here on. Without limits, as for
 * data that the platform itself stores for a domain, nothing is refused.
 */
export async function addStored(
  transaction: Store,
  domainId: string,
  added: Partial<Stored>,
  limits: LimitOverrides | 'NONE' | undefined,
): Promise<void> {
  const all = { ...NOTHING_STORED, ...added };
  const now = await updateStored(transaction, domainId, all);
  if (limits === 'NONE') return;
  for (const name of ['files', 'configurationBytes', 'historyBytes', 'entries', 'entryBytes'] as const) {
    refuseOver(name, limits?.[name], now[name] - all[name], all[name]);
  }
}
