import type { LimitOverrides } from '@atrium/contract/limits/limit';
import { refuseOver } from '@atrium/host/limit-reached';
import type { Store } from '../database/schema.ts';
import { NOTHING_STORED, type Stored, updateStored } from './stored.repository.ts';

/**
 * Adds to what a domain stores. Throws 422 if that grows beyond a limit; what shrinks is never refused. Comes last in a
 * transaction: other changes of the domain wait from here on.
 */
export async function addStored(
  transaction: Store,
  domainId: string,
  added: Partial<Stored>,
  limits: LimitOverrides | undefined,
): Promise<void> {
  const all = { ...NOTHING_STORED, ...added };
  const now = await updateStored(transaction, domainId, all);
  for (const name of ['files', 'configurationBytes', 'historyBytes', 'entries', 'entryBytes'] as const) {
    refuseOver(name, limits?.[name], now[name] - all[name], all[name]);
  }
}
