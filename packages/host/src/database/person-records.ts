import { type Kysely, sql } from 'kysely';
import type { AnyPersonTable, Person } from './person-tables.ts';

export interface RecordPage {
  records: Record<string, unknown>[];
  /** Where the next page begins; undefined on the last one. */
  next: unknown[] | undefined;
}

type AnyTables = Record<string, Record<string, unknown>>;

/** One page of what a table holds of a person. Only that many rows are in memory. */
export async function listPersonRecords<Tables>(
  db: Kysely<Tables>,
  table: string,
  { columns, order, whose, derive }: AnyPersonTable,
  { person, after, size }: { person: Person; after: unknown[] | undefined; size: number },
): Promise<RecordPage> {
  const uses = Object.entries(columns).filter(([, use]) => use === true || 'flag' in use);
  const names = [...new Set([...uses.map(([column]) => column), ...order])];
  const place = sql.join(order.map((column) => sql.ref(column)));
  let query = (db as unknown as Kysely<AnyTables>)
    .selectFrom(table)
    .select(names)
    .where(whose(person))
    .limit(size + 1);
  for (const column of order) query = query.orderBy(column);
  if (after) query = query.where(sql<boolean>`(${place}) > (${sql.join(after)})`);
  const rows = await query.execute();
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const toRecord = (row: Record<string, unknown>) => ({
    ...Object.fromEntries(
      uses.map(([column, use]) =>
        use !== true && 'flag' in use ? [use.flag, row[column] !== null] : [column, row[column]],
      ),
    ),
    ...derive?.(row),
  });
  return {
    records: page.map(toRecord),
    next: rows.length > size && last ? order.map((column) => last[column]) : undefined,
  };
}
