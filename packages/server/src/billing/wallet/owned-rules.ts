import { MAX_IN_WALLET } from '@atrium/contract/billing/setup';
import { UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { hasUnpaidInvoice } from '../invoices/invoice.repository.ts';
import { listCards } from '../payments/card.repository.ts';
import { listAddresses } from './address.repository.ts';
import type { OwnedTable } from './owned.repository.ts';

/** Cards or addresses of a customer, as far as they are alike; `label` is how the log names them. */
export async function listOwned(
  db: Store,
  table: OwnedTable,
  caller: Caller,
): Promise<{ id: string; isDefault: boolean; label: string }[]> {
  if (table === 'cards') {
    return (await listCards(db, caller)).map(({ id, defaultCard, last4 }) => ({
      id,
      isDefault: defaultCard,
      label: `card ending in ${last4}`,
    }));
  }
  return (await listAddresses(db, caller)).map(({ id, defaultAddress, addressCity }) => ({
    id,
    isDefault: defaultAddress,
    label: addressCity,
  }));
}

export function checkRoom(table: OwnedTable, own: unknown[]): void {
  if (own.length < MAX_IN_WALLET) return;
  throw new UnprocessableError(`You can have at most ${MAX_IN_WALLET} ${table}. Delete one first.`);
}

export async function checkDefaultMayGo(db: Store, caller: Caller, count: number): Promise<void> {
  if (count > 1) throw new UnprocessableError('This is your default. Make another one the default first.');
  if (await hasUnpaidInvoice(db, caller))
    throw new UnprocessableError('You have unpaid invoices. Pay them before removing this.');
}
