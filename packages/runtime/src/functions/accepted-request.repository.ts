import type { Store } from '../database/schema.ts';
import type { FunctionsTables } from './functions.tables.ts';

type Accepted = FunctionsTables['acceptedRequest'];

/** Returns false for one that was accepted before. Deletes those of the domain from before a time. */
export async function insertAcceptedRequest(
  db: Store,
  accepted: Omit<Accepted, 'acceptedOn'> & { acceptedOn: Date },
  forgetBefore: Date,
): Promise<boolean> {
  await db
    .deleteFrom('acceptedRequest')
    .where('domainId', '=', accepted.domainId)
    .where('acceptedOn', '<', forgetBefore)
    .execute();
  const inserted = await db
    .insertInto('acceptedRequest')
    .values(accepted)
    .onConflict((conflict) => conflict.doNothing())
    .returning('acceptedOn')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteAcceptedRequest(
  db: Store,
  { domainId, serviceId, function: name, digest }: Omit<Accepted, 'acceptedOn'>,
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
