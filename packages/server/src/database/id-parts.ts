import { lockParts, unlessHeldUp } from '@atrium/host/database/part-locks';
import { firstIdOf } from '@atrium/host/ids';
import { type Kysely, sql } from 'kysely';
import { addMonths, utcMonth } from '../utc.ts';
import type { Database, Store } from './schema.ts';

/** A table in parts by the month of the id that its key begins with; what no part is there for is in `…_other`. */
export interface PartedTable {
  /** Name in the database. */
  name: string;
  /** The column of that id. */
  key: string;
}

export interface IdPart {
  name: string;
  /** The first id that is not in it. */
  until: string;
}

/** So far ahead that nothing is missing when no process with jobs runs for weeks. */
const MONTHS_AHEAD = 2;
const PARTS_LOCK = 4_711_022;

/** Creates the parts of the months to come. A month of which ids are there already stays where those are. */
export async function addIdParts(db: Kysely<Database>, table: PartedTable, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const month = addMonths(utcMonth(now), ahead);
    const [from, until] = [startOf(month), startOf(addMonths(month, 1))];
    await changeParts(db, async (transaction) => {
      const known = await listIdParts(transaction, table);
      if (known.some((part) => from < part.until) || (await hasOther(transaction, table, from, until)))
        return;
      await sql`create table ${sql.table(`${table.name}_${month.replace('-', '')}`)}
        partition of ${sql.table(table.name)}
        for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(transaction);
    });
  }
}

/** Parts that begin with the oldest, without that of everything else. */
export async function listIdParts(db: Store, { name }: PartedTable): Promise<IdPart[]> {
  const { rows } = await sql<IdPart>`
    select child.relname as name,
           substring(pg_get_expr(child.relpartbound, child.oid) from $$ TO \\('([^']+)'\\)$$) as until
      from pg_inherits join pg_class child on child.oid = pg_inherits.inhrelid
     where pg_inherits.inhparent = to_regclass(${name}) and pg_get_expr(child.relpartbound, child.oid) <> 'DEFAULT'
     order by until`.execute(db);
  return rows;
}

/** Drops the parts that ended before a time and of which `isOver` says, while nothing can be added, that all may go. */
export async function dropIdParts(
  db: Kysely<Database>,
  table: PartedTable,
  before: Date,
  isOver: (transaction: Store, part: string) => Promise<boolean>,
): Promise<void> {
  for (const { name, until } of await listIdParts(db, table)) {
    if (until > firstIdOf(before)) return;
    await changeParts(db, async (transaction) => {
      const part = sql.table(name);
      await sql`lock table ${part} in access exclusive mode`.execute(transaction);
      if (await isOver(transaction, name)) await sql`drop table ${part}`.execute(transaction);
    });
  }
}

/** Work that a backup blocks is left for the next night. */
function changeParts(db: Kysely<Database>, change: (transaction: Store) => Promise<void>): Promise<void> {
  return unlessHeldUp(
    db.transaction().execute(async (transaction) => {
      await lockParts(transaction, PARTS_LOCK);
      await change(transaction);
    }),
  );
}

async function hasOther(
  db: Store,
  { name, key }: PartedTable,
  from: string,
  until: string,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(`${name}_other`)}
    where ${sql.ref(key)} >= ${from} and ${sql.ref(key)} < ${until} limit 1`.execute(db);
  return rows.length > 0;
}

function startOf(month: string): string {
  return firstIdOf(new Date(`${month}-01T00:00:00Z`));
}
