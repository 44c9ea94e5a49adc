import type { ClientBase } from 'pg';

/** All that Atrium keeps: the platform, its services, and the queue. */
export const SCHEMAS = ['public', 'runtime', 'jobs'] as const;

/** A table that has rows of its own: a partition is one, the table it is part of is not. */
export interface StoredTable {
  schema: (typeof SCHEMAS)[number];
  name: string;
  /** Stored columns; generated ones are computed. */
  columns: string[];
  /** Of a partition: its parent table, and `FOR VALUES …` as the database prints it. */
  partOf?: { table: string; bound: string } | undefined;
}

/** Without Kysely's own, which it makes anew from the migrations that were applied. */
export async function listTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<Omit<StoredTable, 'partOf'> & { table: string; bound: string | null }>(
    `select n.nspname as schema, c.relname as name, parent.relname as table,
            pg_get_expr(c.relpartbound, c.oid) as bound,
            coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''), '{}') as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_inherits i on i.inhrelid = c.oid
       left join pg_class parent on parent.oid = i.inhparent
      where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname = any($1) and c.relname !~ '^kysely_'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      group by n.nspname, c.oid, c.relname, parent.relname
      order by n.nspname, c.relname collate "C"`,
    [SCHEMAS],
  );
  return rows.map(({ schema, name, columns, table, bound }) => ({
    schema,
    name,
    columns,
    ...(bound === null ? {} : { partOf: { table, bound } }),
  }));
}

export interface Sequence {
  schema: (typeof SCHEMAS)[number];
  name: string;
  /** Text, because it may exceed JavaScript's safe integers. */
  lastValue: string;
}

/** Sequences that have returned a number. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as "lastValue"
       from pg_sequences
      where schemaname = any($1) and last_value is not null
      order by schemaname, sequencename collate "C"`,
    [SCHEMAS],
  );
  return rows;
}

/** Statements, one to take something away while rows are filled in and one to put it back. */
export interface SetAside {
  away: string;
  back: string;
}

/** Put back, a foreign key checks every row. */
export async function listForeignKeys(client: ClientBase): Promise<SetAside[]> {
  const { rows } = await client.query<SetAside>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as back
       from pg_constraint c
       join pg_namespace n on n.oid = c.connamespace
      where c.contype = 'f' and c.conparentid = 0 and n.nspname = any($1)
      order by conrelid::regclass::text, conname`,
    [SCHEMAS],
  );
  return rows;
}

/** Our triggers: their results are in the rows already, and some reject imported rows. */
export async function listTriggers(client: ClientBase): Promise<SetAside[]> {
  const { rows } = await client.query<SetAside>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as away,
            format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as back
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
       join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled = 'O' and n.nspname = any($1)
      order by tgrelid::regclass::text, tgname`,
    [SCHEMAS],
  );
  return rows;
}

/** Indexes that no constraint needs: made behind the rows they take a fraction of the time. */
export async function listIndexes(client: ClientBase): Promise<SetAside[]> {
  const { rows } = await client.query<SetAside>(
    `select format('drop index %s', i.indexrelid::regclass) as away, pg_get_indexdef(i.indexrelid) as back
       from pg_index i
       join pg_class t on t.oid = i.indrelid
       join pg_namespace n on n.oid = t.relnamespace
      where t.relkind = 'r' and not t.relispartition and n.nspname = any($1)
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      order by i.indexrelid::regclass::text`,
    [SCHEMAS],
  );
  return rows;
}
