import {
  type ChangeSearch,
  MAX_RUNNING_SEARCHES,
  type SearchStatus,
} from '@atrium/contract/test-runs/change-search';
import { searchEndText } from '@atrium/contract/test-runs/search-end-text';
import { fromTestId } from '@atrium/contract/test-runs/test';
import type { StartedWork } from '@atrium/contract/work/work';
import { isUniqueViolation } from '@atrium/host/database/errors';
import { ConflictError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { restrictionOf } from '../../accounts/people/restriction.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Services } from '../../services/services.service.ts';
import { findTest } from '../test-result.repository.ts';
import { findRun } from '../test-run.repository.ts';
import type { StoredSearch } from '../test-runs.tables.ts';
import { changeSearchJob } from './change-search.job.ts';
import {
  countRunningSearches,
  findLatestSearch,
  insertSearch,
  listStartedSearches,
  lockSearches,
  type SearchedTest,
  updateSearchEnd,
} from './change-search.repository.ts';
import { prepareSearch } from './prepare-search.ts';
import { toChangeSearch } from './search-response.ts';

/** A search that ended without a version has still completed. */
const states: Partial<Record<SearchStatus, StartedWork['state']>> = {
  RUNNING: 'RUNNING',
  CANCELED: 'CANCELED',
  ERROR: 'FAILED',
};

/** A search as its person finds it again. */
function toSearchWork(stored: StoredSearch): StartedWork {
  const search = toChangeSearch(stored);
  const { found } = search;
  return {
    id: stored.id,
    kind: 'CHANGE_SEARCH',
    state: states[search.status] ?? 'DONE',
    startedOn: search.startedAt,
    endedOn: search.finishedAt,
    done: search.runs,
    total: search.maxRuns,
    about: search.testId,
    outcome: found
      ? `Version ${found.version} of ${found.serviceId} broke it.`
      : (searchEndText(search) ?? null),
    pullId: null,
    runId: search.runId,
    testId: search.testId,
  };
}

interface SearchParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  jobs: Jobs;
  services: Services;
  events: Events;
}

/** Searches for the version that broke a test: to start, watch and cancel. */
export class ChangeSearches {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** The search that runs for this failure already, or a new one. */
  async start(caller: Caller, runId: string, id: string): Promise<ChangeSearch> {
    const { db, clock, random, jobs, events } = this.#parts;
    const test = await this.#getTest(caller, runId, id);
    const running = await this.#find(caller, test);
    if (running?.status === 'RUNNING') return toChangeSearch(running);
    // Spares the services what would be refused below.
    await refuseMoreThan(MAX_RUNNING_SEARCHES - 1, db, caller);
    const prepared = await prepareSearch(this.#parts, caller, test);
    const searchId = random.id();
    const { domainId, userId: requestedBy } = caller;
    try {
      await db.transaction().execute(async (transaction) => {
        const permissions = restrictionOf(caller);
        const who = { domainId, requestedBy, permissions };
        const draft = { ...test, ...prepared, ...who, id: searchId, startedOn: clock.now() };
        await lockSearches(transaction, domainId);
        await insertSearch(transaction, draft);
        await refuseMoreThan(MAX_RUNNING_SEARCHES, transaction, caller);
        await jobs.send(changeSearchJob, { searchId }, { transaction, key: searchId, group: domainId });
        await events.publish(domainId, 'test-run', { runId }, { userId: requestedBy, transaction });
      });
    } catch (error) {
      // Two starts at the same moment: the database accepts one.
      if (!isUniqueViolation(error)) throw error;
    }
    return toChangeSearch(await this.#getLatest(caller, test));
  }

  async find(caller: Caller, runId: string, id: string): Promise<ChangeSearch | undefined> {
    const found = await this.#find(caller, await this.#getTest(caller, runId, id));
    return found && toChangeSearch(found);
  }

  async listWork(caller: Caller, since: Date, limit: number): Promise<StartedWork[]> {
    if (!caller.permissions.includes('tests.read')) return [];
    return (await listStartedSearches(this.#parts.db, caller, { since, limit })).map(toSearchWork);
  }

  async cancel(caller: Caller, runId: string, id: string): Promise<ChangeSearch> {
    const { db, clock } = this.#parts;
    const test = await this.#getTest(caller, runId, id);
    const search = await this.#getLatest(caller, test);
    const end = { status: 'CANCELED', error: null, finishedOn: clock.now() } as const;
    if (!(await updateSearchEnd(db, search.id, end)))
      throw new ConflictError('This search has already ended.');
    return toChangeSearch(await this.#getLatest(caller, test));
  }

  async #getTest({ domainId }: Caller, runId: string, id: string): Promise<SearchedTest> {
    const { db } = this.#parts;
    const { serviceId, idInService: testId } = fromTestId(id);
    if ((await findRun(db, domainId, runId)) === undefined)
      throw new NotFoundError('There is no such test run.');
    if ((await findTest(db, runId, serviceId, testId)) === undefined)
      throw new NotFoundError('There is no such test.');
    return { runId, serviceId, testId };
  }

  #find({ domainId }: Caller, test: SearchedTest): Promise<StoredSearch | undefined> {
    return findLatestSearch(this.#parts.db, domainId, test);
  }

  async #getLatest(caller: Caller, test: SearchedTest): Promise<StoredSearch> {
    const search = await this.#find(caller, test);
    if (search === undefined) throw new NotFoundError('There is no search for this test.');
    return search;
  }
}

async function refuseMoreThan(most: number, db: Store, { domainId }: Caller): Promise<void> {
  if ((await countRunningSearches(db, domainId)) <= most) return;
  throw new ConflictError(
    `At most ${MAX_RUNNING_SEARCHES} searches of a domain run at the same time. Wait until one ends, or cancel one, then start this one.`,
  );
}
