import type { Kysely } from 'kysely';
import { announce, CANCEL_CHANNEL } from '../database/announcements.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import { Cancellation } from '../sandbox/cancellation.ts';
import { insertCanceledTest, listCanceledTests } from './canceled-test.repository.ts';

/** Longer than a process is without messages, or a run goes on that no one asks about. */
const KEPT_MS = 60 * 60_000;
/** In place of a test's id. */
const ALL_TESTS = '';

export interface ActiveRun {
  domainId: string;
  runId: string;
  /** Id of a test → what cancels it. */
  tests: ReadonlyMap<string, Cancellation>;
}

interface Parts {
  db: Kysely<RuntimeDatabase>;
  now: () => Date;
}

/** The runs of all services in this process. One that is canceled may run in another process on this database. */
export class TestRuns {
  readonly #parts: Parts;
  readonly #active = new Set<ActiveRun>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(domainId: string, runId: string, testIds: readonly string[]): ActiveRun {
    const run = { domainId, runId, tests: new Map(testIds.map((id) => [id, new Cancellation()])) };
    this.#active.add(run);
    return run;
  }

  end(run: ActiveRun): void {
    this.#active.delete(run);
  }

  /** Cancels a run, or one of its tests, in whichever process runs it. */
  async cancel(domainId: string, runId: string, testId?: string): Promise<void> {
    this.cancelHere(domainId, runId, testId);
    const { db, now } = this.#parts;
    const canceledOn = now();
    const canceled = { domainId, runId, testId: testId ?? ALL_TESTS, canceledOn };
    await db.transaction().execute(async (transaction) => {
      await insertCanceledTest(transaction, canceled, new Date(canceledOn.getTime() - KEPT_MS));
      await announce(transaction, CANCEL_CHANNEL, [domainId, runId, testId]);
    });
  }

  /** Cancels runs that were canceled while no messages arrived. */
  async cancelMissed(): Promise<void> {
    for (const { domainId, runId } of this.#active) {
      for (const testId of await listCanceledTests(this.#parts.db, { domainId, runId })) {
        this.cancelHere(domainId, runId, testId === ALL_TESTS ? undefined : testId);
      }
    }
  }

  cancelHere(domainId: string, runId: string, testId?: string): void {
    for (const run of this.#active) {
      if (run.domainId !== domainId || run.runId !== runId) continue;
      if (testId === undefined) cancelAll(run);
      else run.tests.get(testId)?.cancel();
    }
  }
}

export function cancelAll({ tests }: ActiveRun): void {
  for (const cancellation of tests.values()) cancellation.cancel();
}
