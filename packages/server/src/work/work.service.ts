import {
  LONG_WORK_MS,
  MAX_LISTED_WORK,
  type StartedWork,
  WORK_DAYS,
  type Work,
} from '@atrium/contract/work/work';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { findSeenOn, upsertSeen } from './work.repository.ts';

/** Work that a person started in one area since then and may see: newest first, at most `limit`. */
type WorkSource = (caller: Caller, since: Date, limit: number) => Promise<StartedWork[]>;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  sources: readonly WorkSource[];
}

const DAY_MS = 86_400_000;

/** Long-running work that people started, so that they can leave and find it again. */
export class StartedWorks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<Work[]> {
    const { db, clock, sources } = this.#parts;
    const since = new Date(clock.now().getTime() - WORK_DAYS * DAY_MS);
    const [seenOn, ...found] = await Promise.all([
      findSeenOn(db, caller),
      ...sources.map((list) => list(caller, since, MAX_LISTED_WORK)),
    ]);
    return found
      .flat()
      .toSorted(newestFirst)
      .slice(0, MAX_LISTED_WORK)
      .map((work) => ({ ...work, isNew: isNotable(work) && isSince(work, seenOn) }));
  }

  async updateSeen(caller: Caller, until: Date): Promise<void> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    await upsertSeen(db, caller, until < now ? until : now);
  }
}

function newestFirst(a: StartedWork, b: StartedWork): number {
  return b.startedOn.localeCompare(a.startedOn) || b.kind.localeCompare(a.kind) || b.id.localeCompare(a.id);
}

/** Not what someone canceled or has watched to its end: a bell that rings for everything is not heard. */
function isNotable({ state, startedOn, endedOn }: StartedWork): boolean {
  if (endedOn === null || state === 'RUNNING' || state === 'CANCELED') return false;
  return state === 'FAILED' || Date.parse(endedOn) - Date.parse(startedOn) >= LONG_WORK_MS;
}

function isSince({ endedOn }: StartedWork, seenOn: Date | undefined): boolean {
  return endedOn !== null && (seenOn === undefined || Date.parse(endedOn) > seenOn.getTime());
}
