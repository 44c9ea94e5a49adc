import { readConditions } from '@atrium/contract/service-api/functions/content-entry';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { type ChangedEntry, toRows } from './collection-index.repository.ts';
import { type Collection, type EntryAmounts, type StoredEntry, toAuthorColumns } from './entry.repository.ts';
import { toMatches } from './entry-conditions.repository.ts';

/*
 * Several writes at once. They cannot wait for each other in a circle: each transaction locks the entries that
 * exist, then inserts, both in the order of their keys, and deletes afterwards, when it waits for none.
 */

/** Domain whose entries an operation reads and changes, as calls or a test see them. */
export type EntryDomain = Omit<Collection, 'collection'>;

export interface Operand {
  collection: string;
  id: string;
  where?: Record<string, unknown> | undefined;
}

export interface FoundOperand {
  document: StoredEntry['document'] | null;
  /** The entry matches `where`. */
  isMatch: boolean;
}

/** Reads the entries of operations, in their order. */
export async function findOperands(
  db: Store,
  { domainId, testId }: EntryDomain,
  operands: readonly Operand[],
): Promise<FoundOperand[]> {
  const conditions = operands.flatMap(({ where = {} }, index) => {
    const { contained, conditions } = readConditions(where);
    return conditions.length === 0 && Object.keys(contained).length === 0
      ? []
      : [sql`when ${index + 1} then ${toMatches(contained, conditions)}`];
  });
  const isMatch =
    conditions.length === 0
      ? sql`true`
      : sql`(case e.number ${sql.join(conditions, sql` `)} else true end) is true`;
  const live = sql`
    select document from runtime.entry
    where entry.domain_id = ${domainId} and entry.collection = o.collection and entry.id = o.id
    offset 0`;
  const seen =
    testId === undefined
      ? sql`select o.number, live.document from o left join lateral (${live}) as live on true`
      : sql`
        select o.number, case when changed.id is null then live.document else changed.document end as document
        from o left join lateral (${live}) as live on true
        left join runtime.test_entry as changed
          on changed.domain_id = ${domainId} and changed.test_id = ${testId}
          and changed.collection = o.collection and changed.id = o.id`;
  const { rows } = await sql<FoundOperand>`
    with o as (
      select * from unnest(
        ${operands.map(({ collection }) => collection)}::text[], ${operands.map(({ id }) => id)}::text[]
      ) with ordinality as each (collection, id, number))
    select e.document, ${isMatch} as "isMatch" from (${seen}) as e order by e.number
  `.execute(db);
  return rows;
}

/** Writes changes of live entries. Roll back if entries are refused, because they are no longer as they were before. */
export async function writeChanges(
  transaction: Store,
  { domainId, by }: EntryDomain,
  changes: readonly ChangedEntry[],
  at: Date,
): Promise<{ added: EntryAmounts; refused: ChangedEntry[] }> {
  const { rows: found } = await sql<EntryKey & { isSame: boolean | null }>`
    select o.collection, o.id, e.document = o.before as "isSame"
    from (select * from ${toRows(changes)} as each order by collection collate "C", id collate "C") as o
    cross join lateral (
      select document from runtime.entry
      where entry.domain_id = ${domainId} and entry.collection = o.collection and entry.id = o.id
      for update) as e
  `.execute(transaction);
  const locked = new Map(found.map((each) => [keyOf(each), each.isSame === true]));
  const changed = changes.filter((each) => (locked.get(keyOf(each)) ?? false) !== (each.before !== null));
  const added = { entries: 0, entryBytes: 0 };
  if (changed.length > 0) return { added, refused: changed };

  const { modifiedBy, modifiedService, modifiedFunction, modifiedCall } = toAuthorColumns(by);
  const author = sql`${modifiedBy}::text, ${modifiedService}::text, ${modifiedFunction}::text, ${modifiedCall}::uuid`;
  const authorColumns = sql`modified_by, modified_service, modified_function, modified_call`;
  const inserts = changes.filter(({ before }) => before === null);
  const { rows: inserted } = await sql<EntryKey & { bytes: number }>`
    insert into runtime.entry
      (domain_id, collection, id, document, is_configured, created_on, modified_on, ${authorColumns})
    select ${domainId}, collection, id, after, false, ${at}, ${at}, ${author} from ${toRows(inserts)} as o
    order by collection collate "C", id collate "C"
    on conflict do nothing
    returning collection, id, octet_length(document::text) as bytes
  `.execute(transaction);
  const isInserted = new Set(inserted.map(keyOf));
  const others = changes.filter(({ before }) => before !== null);
  const isSame = sql`e.domain_id = ${domainId} and e.collection = o.collection and e.id = o.id`;
  const { rows: written } = await sql<{ entries: number; bytes: number }>`
    with o as materialized (select * from ${toRows(others)} as each),
    changed as (
      update runtime.entry as e
      set document = o.after, is_configured = false, modified_on = ${at}, (${authorColumns}) = (select ${author})
      from o where ${isSame} and o.after is not null
      returning 0 as entries, octet_length(e.document::text) - octet_length(o.before::text) as bytes),
    gone as (
      delete from runtime.entry as e using o where ${isSame} and o.after is null
      returning -1 as entries, -octet_length(e.document::text) as bytes)
    select * from changed union all select * from gone
  `.execute(transaction);
  added.entries = inserted.length;
  for (const { bytes } of inserted) added.entryBytes += bytes;
  for (const { entries, bytes } of written) {
    added.entries += entries;
    added.entryBytes += bytes;
  }
  return { added, refused: inserts.filter((each) => !isInserted.has(keyOf(each))) };
}

type EntryKey = Pick<ChangedEntry, 'collection' | 'id'>;

const keyOf = ({ collection, id }: EntryKey) => `${collection}/${id}`;

/**
 * Writes changes of a test, over the live entries. Returns false if an entry is no longer as it was before. One
 * statement: calls of a test may come at the same time.
 */
export async function writeTestChanges(
  db: Store,
  { domainId, testId }: { domainId: string; testId: string },
  changes: readonly ChangedEntry[],
): Promise<boolean> {
  const { rows } = await sql`
    with o as materialized (select * from ${toRows(changes)} as each)
    insert into runtime.test_entry (domain_id, test_id, collection, id, document)
    select ${domainId}, ${testId}, o.collection, o.id, o.after from o
    where not exists (
      select from o left join runtime.test_entry as changed
        on changed.domain_id = ${domainId} and changed.test_id = ${testId}
        and changed.collection = o.collection and changed.id = o.id
      left join lateral (
        select document from runtime.entry
        where entry.domain_id = ${domainId} and entry.collection = o.collection and entry.id = o.id
        offset 0) as live on true
      where o.before is distinct from case when changed.id is null then live.document else changed.document end)
    on conflict (domain_id, test_id, collection, id) do update set document = excluded.document
    returning id
  `.execute(db);
  return rows.length === changes.length;
}
