import pg from 'pg';
import { startPostgres } from '../e2e/support/postgres.ts';
import { type Benchmark, type Series, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';
import { GENERATED, makeParts, measureSize, PROFILE, type Size } from './scale-year.ts';

/** A thousandth of the platform that is asked about. */
const DOMAINS = 10;
const ASKED_DOMAINS = 10_000;

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const gigabytes = ({ tableBytes, indexBytes }: Size, domains: number) =>
  ((tableBytes + indexBytes) / DOMAINS / 1e9) * domains;

export const benchmark: Benchmark = {
  name: 'scale',
  title: 'A year of many domains',
  about: `A year of ${DOMAINS} domains is generated, a ${count(ASKED_DOMAINS / DOMAINS)}th of ${count(ASKED_DOMAINS)}: of each ${PROFILE.people} people, ${PROFILE.functions} functions, and on each day ${count(PROFILE.calls)} logged calls, ${PROFILE.reports * 3} measurements of usage with ${PROFILE.versions} versions, ${PROFILE.runs} test runs of ${PROFILE.tests} tests, ${PROFILE.changes} log entries and ${PROFILE.filesChanged} changed files of 1.5 kB. Logged calls are kept for 14 days and their counts for 90. The profile is chosen, not observed. Sizes are those that PostgreSQL says, indexes included, and are the same in each run; the reference is all of them together. Then one month of usage is dropped as a part and the next one deleted row by row, as a whole each.`,
  run: () => withDataFolder(measureYear),
};

async function measureYear(folder: string): Promise<Series[]> {
  const postgres = await startPostgres();
  process.env['DATABASE_URL'] = postgres.url;
  const database = new pg.Client({ connectionString: postgres.url });
  try {
    // A start makes the tables.
    await (await startProduct(folder)).stop();
    await database.connect();
    await database.query('set timezone to utc');
    await makeParts(database);
    const sizes: Size[] = [];
    for (const { name, fill } of GENERATED) {
      await database.query(fill, [DOMAINS]);
      await database.query(`vacuum analyze ${name}`);
      sizes.push(await measureSize(database, name));
    }
    const all = sizes.reduce<Size>(
      (sum, each) => ({
        name: '',
        rows: sum.rows + each.rows,
        tableBytes: sum.tableBytes + each.tableBytes,
        indexBytes: sum.indexBytes + each.indexBytes,
      }),
      { name: '', rows: 0, tableBytes: 0, indexBytes: 0 },
    );
    return [
      { ...megabytes(all), name: 'A domain after a year, all tables', isReference: true },
      ...sizes.toSorted((a, b) => b.tableBytes + b.indexBytes - a.tableBytes - a.indexBytes).map(megabytes),
      ...[1, 10, 100].map(
        (times): Series => ({
          name: `GB of ${count(ASKED_DOMAINS * times)} such domains`,
          unit: '',
          values: [gigabytes(all, ASKED_DOMAINS * times)],
        }),
      ),
      ...(await measureRetention(database)),
    ];
  } finally {
    delete process.env['DATABASE_URL'];
    await database.end();
    await postgres.stop();
  }
}

const megabytes = (size: Size): Series => ({
  name: `${size.name}: ${count(size.rows / DOMAINS)} rows of ${count((size.tableBytes + size.indexBytes) / size.rows)} bytes`,
  unit: 'MB',
  values: [gigabytes(size, 1) * 1000],
});

/** What a month costs that is no longer kept. */
async function measureRetention(database: pg.Client): Promise<Series[]> {
  const { rows } = await database.query<{ name: string }>(
    `select relid::text as name from pg_partition_tree('usage_events') where isleaf and relid::text ~ '\\d$'
     order by 1 offset 2 limit 2`,
  );
  const [dropped, deleted] = rows.map(({ name }) => name);
  await database.query(`select set_config('atrium.usage_goes_before', 'infinity', false)`);
  const deletedMs = await timeMs(() => database.query(`delete from ${deleted}`));
  const droppedMs = await timeMs(() => database.query(`drop table ${dropped}`));
  return [
    { name: 'Dropping a month of usage', unit: 'ms', values: [droppedMs] },
    { name: 'Deleting a month of usage row by row', unit: 'ms', values: [deletedMs] },
  ];
}
