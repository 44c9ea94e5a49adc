import { type Kysely, sql } from 'kysely';
import { names } from './names.ts';
import type { AnyPersonTable, ExportedTable, Person, PersonTables } from './person-tables.ts';

export interface RecordPage {
  records: Record<string, unknown>[];
  /** Cursor of the next page; undefined on the last one. */
  next: unknown[] | undefined;
}

type AnyTables = Record<string, Record<string, unknown>>;

/** The tables that are exported, with the columns that the database has. Search vectors repeat other columns. */
export async function listExportedTables<Tables>(
  db: Kysely<Tables>,
  schema: string,
  tables: PersonTables<Tables>,
): Promise<ExportedTable[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.atttypid <> 'tsvector'::regtype
     group by c.relname`.execute(db);
  const columnsOf = new Map(rows.map(({ name, columns }) => [names.propertyName(name), columns]));
  return Object.entries<unknown>(tables)
    .filter((entry): entry is [string, AnyPersonTable] => typeof entry[1] !== 'string')
    .map(([table, description]) => {
      const columns = (columnsOf.get(table) ?? []).map((column) => names.propertyName(column));
      const { except = {} } = description;
      return {
        ...description,
        table,
        except,
        columns: columns.filter((column) => typeof except[column] !== 'string'),
      };
    });
}

/** One page of a person's records in a table. Only the rows of the page are in memory. */
export async function listPersonRecords<Tables>(
  db: Kysely<Tables>,
  { table, columns, except, order, whose, derive }: ExportedTable,
  { person, after, size }: { person: Person; after: unknown[] | undefined; size: number },
): Promise<RecordPage> {
  const place = sql.join(order.map((column) => sql.ref(column)));
  let query = (db as unknown as Kysely<AnyTables>)
    .selectFrom(table)
    .select([...new Set([...columns, ...order])])
    .where(whose(person))
    .limit(size + 1);
  for (const column of order) query = query.orderBy(column);
  if (after) query = query.where(sql<boolean>`(${place}) > (${sql.join(after)})`);
  const rows = await query.execute();
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const toRecord = (row: Record<string, unknown>) => ({
    ...Object.fromEntries(
      columns.map((column) => {
        const exception = except[column];
        return typeof exception === 'object' ? [exception.flag, row[column] !== null] : [column, row[column]];
      }),
    ),
    ...derive?.(row),
  });
  return {
    records: page.map(toRecord),
    next: rows.length > size && last ? order.map((column) => last[column]) : undefined,
  };
}
