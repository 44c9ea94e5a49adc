import type { Store } from '../database/schema.ts';
import type { FunctionsTables } from './functions.tables.ts';

type Key = Omit<FunctionsTables['acceptedRequest'], 'acceptedOn' | 'leasedUntil'>;

/** Accepts a request anew if it was left when its lease was over. Deletes those of the domain from before a time. */
export async function insertAcceptedRequest(
  db: Store,
  accepted: Key & { acceptedOn: Date; leasedUntil: Date },
  forgetBefore: Date,
): Promise<'accepted' | 'running' | 'finished'> {
  await db
    .deleteFrom('acceptedRequest')
    .where('domainId', '=', accepted.domainId)
    .where('acceptedOn', '<', forgetBefore)
    .execute();
  const inserted = await db
    .insertInto('acceptedRequest')
    .values(accepted)
    .onConflict((conflict) =>
      conflict
        .columns(['domainId', 'serviceId', 'function', 'digest'])
        .doUpdateSet({ acceptedOn: accepted.acceptedOn, leasedUntil: accepted.leasedUntil })
        .where('acceptedRequest.leasedUntil', '<=', accepted.acceptedOn),
    )
    .returning('acceptedOn')
    .executeTakeFirst();
  if (inserted) return 'accepted';
  const known = await db
    .selectFrom('acceptedRequest')
    .select('leasedUntil')
    .where('domainId', '=', accepted.domainId)
    .where('serviceId', '=', accepted.serviceId)
    .where('function', '=', accepted.function)
    .where('digest', '=', accepted.digest)
    .executeTakeFirst();
  return known?.leasedUntil === null ? 'finished' : 'running';
}

export async function finishAcceptedRequest(
  db: Store,
  { domainId, serviceId, function: name, digest }: Key,
): Promise<void> {
  await db
    .updateTable('acceptedRequest')
    .set({ leasedUntil: null })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('function', '=', name)
    .where('digest', '=', digest)
    .execute();
}

export async function deleteAcceptedRequest(
  db: Store,
  { domainId, serviceId, function: name, digest }: Key,
): Promise<void> {
  await db
    .deleteFrom('acceptedRequest')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('function', '=', name)
    .where('digest', '=', digest)
    .execute();
}

export async function deleteAcceptedRequests(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('acceptedRequest').where('domainId', '=', domainId).execute();
}
