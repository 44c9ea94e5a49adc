import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { Probe, SearchChange, StoredSearch } from '../test-runs.tables.ts';

/** The test whose failure is searched for. */
export interface SearchedTest {
  runId: string;
  serviceId: string;
  testId: string;
}

export interface SearchDraft extends SearchedTest {
  id: string;
  domainId: string;
  passedRunId: string;
  requestedBy: string;
  permissions: string[] | null;
  startedOn: Date;
  base: Record<string, number>;
  changes: readonly SearchChange[];
}

/** Until the transaction ends, no one else starts a search in this domain. */
export async function lockSearches(transaction: Store, domainId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`atrium.change_searches.${domainId}`}, 0))`.execute(
    transaction,
  );
}

export async function countRunningSearches(db: Store, domainId: string): Promise<number> {
  const { count } = await db
    .selectFrom('changeSearches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('domainId', '=', domainId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertSearch(
  transaction: Store,
  { base, changes, ...draft }: SearchDraft,
): Promise<void> {
  const texts = { base: JSON.stringify(base), changes: JSON.stringify(changes) };
  await transaction
    .insertInto('changeSearches')
    .values({ ...draft, ...texts, status: 'RUNNING', heartbeatOn: draft.startedOn })
    .execute();
}

/** The latest search of a domain for one failure. */
export async function findLatestSearch(
  db: Store,
  domainId: string,
  { runId, serviceId, testId }: SearchedTest,
): Promise<StoredSearch | undefined> {
  return db
    .selectFrom('changeSearches')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .where('serviceId', '=', serviceId)
    .where('testId', '=', testId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lists searches that a person started, newest first. */
export async function listStartedSearches(
  db: Store,
  { domainId, userId }: { domainId: string; userId: string },
  { since, limit }: { since: Date; limit: number },
): Promise<StoredSearch[]> {
  return db
    .selectFrom('changeSearches')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('requestedBy', '=', userId)
    .where('startedOn', '>', since)
    .orderBy('startedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findSearch(db: Store, id: string): Promise<StoredSearch | undefined> {
  return db.selectFrom('changeSearches').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds what came out. Nothing, if the search has ended or another process was faster. */
export async function updateProbes(
  db: Store,
  { id, probes }: StoredSearch,
  probe: Probe,
  now: Date,
): Promise<void> {
  await db
    .updateTable('changeSearches')
    .set({ probes: JSON.stringify([...probes, probe]), heartbeatOn: now })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .where(sql<boolean>`jsonb_array_length(probes) = ${probes.length}`)
    .execute();
}

/** Ends a search that runs. Returns whether it did. */
export async function updateSearchEnd(
  db: Store,
  id: string,
  end: Pick<StoredSearch, 'status' | 'error'> & { finishedOn: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('changeSearches')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Searches of all domains that have not come further since then. */
export async function listSilentSearches(
  db: Store,
  since: Date,
): Promise<Pick<StoredSearch, 'id' | 'domainId'>[]> {
  return db
    .selectFrom('changeSearches')
    .select(['id', 'domainId'])
    .where('status', '=', 'RUNNING')
    .where('heartbeatOn', '<', since)
    .orderBy('id')
    .execute();
}
