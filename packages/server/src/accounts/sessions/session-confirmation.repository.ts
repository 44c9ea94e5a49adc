import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';

/** Time of the person's last proof of identity in an open session. */
export async function findSessionConfirmed(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('confirmedOn')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('endedOn', 'is', null)
    .executeTakeFirst();
  return row?.confirmedOn;
}

export async function updateSessionConfirmed(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
  confirmedOn: Date | null,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmedOn })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('endedOn', 'is', null)
    .execute();
}
