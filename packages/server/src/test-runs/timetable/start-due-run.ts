import { consolePaths } from '@atrium/contract/console-paths';
import { AppError, ConflictError, UnavailableError } from '@atrium/host/errors';
import { MADE_UP_FOR, takeTick } from '@atrium/host/schedule';
import { restrict } from '../../accounts/people/restriction.ts';
import type { Caller } from '../../http/caller.ts';
import type { Notifier } from '../../notifications/notifier.service.ts';
import { type StartParts, startRun } from '../start-run.ts';
import { describeTime } from './describe-time.ts';
import { type DueChanges, findRunTime, type StoredRunTime, updateDueRunTime } from './run-time.repository.ts';
import { timingOf } from './run-timing.ts';

export interface DueParts extends StartParts {
  notifier: Pick<Notifier, 'tell'>;
  /** The person as whom the tests run; undefined if they are gone or locked. */
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** A service that restarts gets this long before the tests of the others run, or the time is skipped. */
const PATIENCE_MS = 10 * 60_000;
/** A due time is tried every minute: so late, nothing ran at it. */
const LATE_MS = PATIENCE_MS + 5 * 60_000;

const MAY_NOT_RUN =
  'The person who saved this time no longer has an account, or may not run tests. Save it again to run the tests as you.';

/** Thrown in the transaction of a run whose time another process has taken. */
class TakenError extends Error {}

/** Starts the run of a due time, or notes why there is none. However many processes try, there is one run. */
export async function startDueRun(
  parts: DueParts,
  { id, domainId }: { id: string; domainId: string },
): Promise<void> {
  const { db, clock } = parts;
  const time = await findRunTime(db, domainId, id);
  const due = time?.nextOn;
  if (!time || !due || due > clock.now()) return;
  const { on, missed, next } = takeTick(timingOf(time), due, clock.now(), 2);
  const lateMs = clock.now().getTime() - on.getTime();
  const mayWait = lateMs < PATIENCE_MS;
  const taken = { lastOn: on, nextOn: next };
  const lastNote = missed.length > 0 || lateMs > LATE_MS ? MADE_UP_FOR : null;
  try {
    await start(parts, time, { ...taken, lastNote, needsAll: mayWait });
  } catch (error) {
    if (error instanceof TakenError) return;
    if (!(error instanceof AppError)) throw error;
    if (error instanceof UnavailableError && mayWait) return;
    const reason = error instanceof ConflictError ? `Skipped: ${error.message}` : error.message;
    await db.transaction().execute(async (transaction) => {
      if (!(await updateDueRunTime(transaction, time, { ...taken, lastRunId: null, lastNote: reason })))
        return;
      await parts.notifier.tell(transaction, {
        domainId,
        reason: 'schedule-missed',
        key: `run-time:${id}:${on.toISOString()}`,
        facts: {
          type: 'schedule.missed',
          title: 'Scheduled tests did not run',
          text: `The tests of ${describeTime(time)} did not run. ${reason}`,
          tone: 'bad',
          action: {
            label: 'Show the timetable',
            path: consolePaths.testRunnerDashboard({ view: 'timetable' }),
          },
          data: { runTimeId: id, dueAt: on.toISOString() },
        },
      });
    });
  }
}

type TakenTime = Omit<DueChanges, 'lastRunId'>;

async function start(
  parts: DueParts,
  time: StoredRunTime,
  { needsAll, ...taken }: TakenTime & { needsAll: boolean },
): Promise<void> {
  const caller = restrict(await parts.findActor(time.savedBy), time.permissions);
  if (!caller?.permissions.includes('tests.run')) throw new ConflictError(MAY_NOT_RUN);
  await startRun(
    parts,
    caller,
    { strategy: 'EXECUTE_ALL', retries: time.retries },
    {
      isTimetabled: true,
      serviceIds: time.serviceIds,
      needsAll,
      async onStart(transaction, runId) {
        const isOurs = await updateDueRunTime(transaction, time, { ...taken, lastRunId: runId });
        if (!isOurs) throw new TakenError();
      },
    },
  );
}
