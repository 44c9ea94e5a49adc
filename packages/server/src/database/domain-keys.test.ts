import { cloneDatabase } from '@atrium/host/test/databases';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { addDomainKeys } from '../../test/domain-keys.ts';
import { tablePlaces } from '../../test/table-places.ts';
import { openDatabase } from './connection.ts';
import { migrateAll } from './migrate-all.ts';
import type { Store } from './schema.ts';

interface Key {
  table: string;
  name: string;
  columns: string[];
}

interface Reference extends Key {
  to: string;
  toColumns: string[];
}

/** Tables of the platform and of its services, without those of the migrations; parts are the table they belong to. */
async function listTables(db: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition
      and relnamespace in ('public'::regnamespace, 'runtime'::regnamespace)
      and relname <> 'schema_migrations'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** What is unique: primary keys, constraints and indexes. An expression is no column. */
async function listKeys(db: Store): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name,
      array(select attname::text from unnest(indkey) as number
        join pg_attribute on attrelid = indrelid and attnum = number where number > 0) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and not relispartition order by 1, 2`.execute(db);
  return rows;
}

async function listReferences(db: Store): Promise<Reference[]> {
  const namesOf = (columns: string, table: string) => sql`array(
    select attname::text from unnest(${sql.ref(columns)}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${sql.ref(table)} and attnum = key.number order by key.place)`;
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as table, conname as name, ${namesOf('conkey', 'conrelid')} as columns,
      confrelid::regclass::text as to, ${namesOf('confkey', 'confrelid')} as to_columns
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace <> 'jobs'::regnamespace order by 1, 2`.execute(
    db,
  );
  return rows;
}

const placeOf = (table: string) => tablePlaces.get(table);

/** Results of a candidate have no domain of their own, only that of their run. */
const domainColumnOf = (table: string) => (table === 'test_results' ? 'run_domain_id' : 'domain_id');

/** Keys that could not be kept on many servers: each knows only the rows of its own domains. */
async function listSplitKeys(db: Store): Promise<string[]> {
  const keys = (await listKeys(db)).filter(({ table }) => placeOf(table) === 'distributed');
  return keys
    .filter(({ columns, table }) => !columns.includes(domainColumnOf(table)))
    .map(({ name }) => name);
}

/** References that could not be kept: from one server to another. */
async function listSplitReferences(db: Store): Promise<string[]> {
  const isTogether = ({ table, columns, to, toColumns }: Reference): boolean => {
    if (placeOf(to) === 'everywhere') return true;
    if (placeOf(table) !== placeOf(to)) return false;
    const place = columns.indexOf(domainColumnOf(table));
    return placeOf(table) === 'central' || (place >= 0 && toColumns[place] === domainColumnOf(to));
  };
  return (await listReferences(db)).filter((each) => !isTogether(each)).map(({ name }) => name);
}

/** What only ops/postgresql/domain-keys.sql changes: each index with the domain costs space that one server needs not spend. */
const KEYS_TO_ADD_TO =
  `backups_pkey candidates_pkey change_searches_pkey change_searches_running exchange_contents_pkey
  exchanges_pkey git_operations_pkey log_entries_pkey reached_files_pkey reaches_pkey run_times_pkey
  test_results_pkey test_run_services_pkey test_runs_pkey usage_days_pkey usage_metric_days_pkey
  usage_months_pkey`.split(/\s+/);
const REFERENCES_TO_ADD_TO =
  `candidates_run_id_fkey change_searches_run_id_fkey exchange_contents_exchange_id_fkey
  exchanges_replaced_by_fkey submissions_run_id_fkey
  test_results_run_id_fkey test_run_services_run_id_fkey`.split(/\s+/);

test('every table has a place, and with domain-keys.sql every key and reference of a distributed one has its domain', async () => {
  const database = await cloneDatabase('template0');
  await migrateAll(database.connection, pino({ level: 'silent' }));
  const db = openDatabase(database.connection);
  try {
    expect(await listTables(db)).toEqual([...tablePlaces.keys()].sort());
    expect((await listSplitKeys(db)).sort()).toEqual(KEYS_TO_ADD_TO);
    expect((await listSplitReferences(db)).sort()).toEqual(REFERENCES_TO_ADD_TO);
    // As a build that was canceled leaves one.
    await sql`create index usage_days_domain_key on usage_days (day)`.execute(db);
    // As docs/operating.md has them at the role behind a pooler.
    const options = '-c statement_timeout=30s -c lock_timeout=10s';
    const limits = await addDomainKeys({ ...database.connection, options });
    expect(limits).toEqual({ statement: '0', lock: '0' });
    expect(await listSplitKeys(db)).toEqual([]);
    expect(await listSplitReferences(db)).toEqual([]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
