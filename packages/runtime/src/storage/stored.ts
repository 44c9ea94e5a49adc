import type { LimitOverrides } from '@atrium/contract/limits/limit';
import { refuseOver } from '@atrium/host/limit-reached';
import type { Store } from '../database/schema.ts';
import { updateStored } from './stored.repository.ts';
import { NOTHING_STORED, type Stored } from './stored-amounts.ts';

/**
 * Adds to what a domain stores. Throws 422 if that grows beyond a limit; what shrinks is never refused. Comes last in a
 * transaction: other changes of the domain wait from here on. Without limits, as for what the platform itself stores for a
 * domain, nothing is refused.
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
