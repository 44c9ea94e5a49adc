import { sql } from 'kysely';
import { fillPeople } from '../accounts/people/people.seed.ts';
import { fillBilling } from '../billing/billing.seed.ts';
import { demoVersionAt } from '../configuration/demo-changes.ts';
import type { Context } from '../context.ts';
import { fillCalls } from './calls.seed.ts';
import { fillHistory } from './history.seed.ts';

/** Concurrent starts of a demo on the same database fill it once. */
const SEED_LOCK = 4_279_320;
const DAY_MS = 86_400_000;

/** An area's share of the demo: named personas and three months of history. */
interface Seed {
  name: string;
  fill: (context: Context) => Promise<void>;
}

/** In the order in which they build upon each other. Each is written in its area's folder. */
const seeds: Seed[] = [
  { name: 'people', fill: fillPeople },
  { name: 'invoices', fill: fillInvoices },
];

/** Seeds of data that the services store. Requires running services. */
const seedsOfServices: Seed[] = [
  { name: 'history', fill: fillHistory },
  { name: 'calls', fill: fillCalls },
];

function fillInvoices(context: Context): Promise<void> {
  const now = context.clock.now().getTime();
  const versionAt = (time: Date) => demoVersionAt((now - time.getTime()) / DAY_MS);
  return fillBilling({ ...context, versionAt });
}

/** Fills in every share that this database does not have yet. */
export function seed(context: Context): Promise<void> {
  return fillMissing(context, seeds);
}

/** Like `seed`, once the services are running. */
export function seedServices(context: Context): Promise<void> {
  return fillMissing(context, seedsOfServices);
}

async function fillMissing(context: Context, shares: readonly Seed[]): Promise<void> {
  const { db, clock, log } = context;
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${SEED_LOCK})`.execute(connection);
    try {
      const filled = await connection.selectFrom('demoSeeds').select('name').execute();
      const names = new Set(filled.map(({ name }) => name));
      for (const { name, fill } of shares.filter((each) => !names.has(each.name))) {
        await fill(context);
        await connection.insertInto('demoSeeds').values({ name, filledOn: clock.now() }).execute();
        log.info(`Filled in the demo data: ${name}.`);
      }
    } finally {
      await sql`select pg_advisory_unlock(${SEED_LOCK})`.execute(connection);
    }
  });
}
