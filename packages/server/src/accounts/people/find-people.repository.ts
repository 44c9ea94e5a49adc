import { type Expression, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

// Searches of administrators, over all domains.

/** Maximum number of matches that a search follows; more matches require a longer text. */
const MOST_MATCHES = 1_000;

/** Users of all domains, removed ones included, whose username contains a text. */
export async function listUserIdsLikeAnywhere(db: Store, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(contains(sql.ref('username'), text))
    .orderBy('id')
    .limit(MOST_MATCHES)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists domains with this id, with a name that contains the text, or with a user who has this e-mail address. */
export async function listDomainIdsLike(db: Store, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where((where) =>
      where.or([
        where(sql<string>`id::text`, '=', text.toLowerCase()),
        contains(sql.ref('name'), text),
        where(
          'id',
          'in',
          where
            .selectFrom('users')
            .select('domainId')
            .where(sql<string>`lower(email)`, '=', text.toLowerCase()),
        ),
      ]),
    )
    .orderBy('id')
    .limit(MOST_MATCHES)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listDomainNames(
  db: Store,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('domains').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute();
}

const contains = (column: Expression<unknown>, text: string) =>
  sql<boolean>`position(lower(${text}) in lower(${column})) > 0`;
