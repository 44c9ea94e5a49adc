import { activeTracing } from '@atrium/host/tracing/tracing';
import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { type ConstructorOptions, type Db, fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Store } from '../database/schema.ts';
import type { JobDefinition, JobHandler } from './define-job.ts';
import { countWaitingJobs } from './waiting-job.repository.ts';

/** Priorities of one class: the highest is for the first job that someone has waiting, the lowest for all far back. */
const CLASS_SIZE = 1000;

/**
 * Returns the priority with which a job takes its turn: the more its sender has waiting, the lower it is, so that the
 * first job of one sender is never behind the second of another. Urgent jobs are a class above the others.
 */
async function choosePriority(
  db: Store,
  queue: string,
  group: string | undefined,
  isUrgent: boolean,
): Promise<number> {
  const lowest = isUrgent ? CLASS_SIZE : 0;
  const highest = lowest + CLASS_SIZE - 1;
  if (group === undefined) return highest;
  const waiting = { queue, group, priorities: { lowest, highest } };
  return highest - (await countWaitingJobs(db, waiting, CLASS_SIZE - 1));
}

interface SendOptions {
  /** Sends within this transaction: the job exists if and only if the transaction is committed. */
  transaction?: Store;
  /** Key that `crowd` compares. */
  key?: string;
  startAfter?: Date;
  /** Domain or address of the work: senders are scheduled fairly, however many jobs one of them has sent. */
  group?: string;
  /** Goes before everything that is not urgent. */
  isUrgent?: boolean;
}

/** The queue, on the product's own database. */
export interface Jobs {
  /** Returns the id of the job, or undefined if `crowd` made it superfluous. */
  send<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
    options?: SendOptions,
  ): Promise<string | undefined>;
  /**
   * Makes the queues before the first job is sent. A first use within transactions would otherwise take a further
   * connection while each holds one, and as many as the pool has would wait for each other.
   */
  prepare(handlers: JobHandler[]): Promise<void>;
  /** Runs whatever is due now, one after the other, and returns how many ran. For tests and commands. */
  runDue(handlers: JobHandler[]): Promise<number>;
  stop(): Promise<void>;
}

export const JOBS_SCHEMA = 'jobs';

/** Least that the queue allows; a job of a killed process is then taken up again after 10 to 15 s. */
const HEARTBEAT_SECONDS = 10;
const SUPERVISE_SECONDS = 5;
/** New jobs are announced at once; retries and jobs for later are found by polling. */
const POLLING_SECONDS = 3;
/** In-flight work at a stop gets this long; unfinished work is retried elsewhere. */
const STOP_TIMEOUT_MS = 30_000;
export const WORKER_POOL_SIZE = 4;
/** The queue's own connections are not watched: one that leads to a server that is gone is given up after this long. */
const STATEMENT_PATIENCE_MS = 60_000;
/** Default number of days that ended jobs are kept. */
const KEPT_DAYS = 7;

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Sends jobs through the server's own pool. Creates the queue's tables where they are missing. */
export async function createJobs(
  db: Kysely<Database>,
  log: Pick<Logger, 'warn' | 'error'>,
  keptDays = KEPT_DAYS,
): Promise<Jobs> {
  const boss = await startBoss({ db: ofPool(db.withoutPlugins()), supervise: false, schedule: false }, log);
  const queues = new Queues(boss, keptDays);
  return {
    async send(definition, payload, { transaction, key, startAfter, group, isUrgent = false } = {}) {
      await queues.ensure(definition);
      const id = await boss.send(definition.name, definition.payload.parse(payload), {
        ...(transaction && { db: fromKysely(transaction.withoutPlugins()) }),
        ...(key !== undefined && { singletonKey: key }),
        ...(startAfter && { startAfter }),
        ...(group !== undefined && { group: { id: group } }),
        priority: await choosePriority(transaction ?? db, definition.name, group, isUrgent),
      });
      return id ?? undefined;
    },
    async prepare(handlers) {
      for (const { definition } of handlers) await queues.ensure(definition);
    },
    async runDue(handlers) {
      let ran = 0;
      for (const handler of handlers) {
        await queues.ensure(handler.definition);
        ran += await runQueue(boss, handler);
      }
      return ran;
    },
    stop: () => boss.stop({ close: false }),
  };
}

export interface JobWorkers {
  stop(): Promise<void>;
}

/** Takes jobs and runs them in this process, on separate connections, and keeps the timetable. */
export async function startJobWorkers(
  connection: PoolConfig,
  handlers: JobHandler[],
  log: Pick<Logger, 'warn' | 'error'>,
  keptDays = KEPT_DAYS,
): Promise<JobWorkers> {
  const boss = await startBoss(
    {
      ...({ ...connection, query_timeout: STATEMENT_PATIENCE_MS } as ConstructorOptions),
      application_name: 'atrium jobs',
      max: WORKER_POOL_SIZE,
      useListenNotify: true,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    },
    log,
  );
  const queues = new Queues(boss, keptDays);
  for (const handler of handlers) {
    await queues.ensure(handler.definition);
    await work(boss, handler, log);
  }
  await keepTimetable(boss, handlers);
  for (const { definition } of handlers) {
    if (definition.atStart) await boss.send(definition.name, definition.atStart);
  }
  return { stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }) };
}

/**
 * The queue begins and ends transactions of its own in the text of a statement. One that failed, as of two processes that
 * make its tables at once, would stay open on its connection, and fail whatever the pool uses that one for next.
 */
function ofPool(db: Kysely<Database>): Db {
  return {
    executeSql: (text, values) =>
      db.connection().execute(async (connection) => {
        try {
          return await fromKysely(connection).executeSql(text, values);
        } catch (error) {
          // A lost connection has no open transaction.
          await sql`rollback`.execute(connection).catch(() => undefined);
          throw error;
        }
      }),
  };
}

async function startBoss(options: ConstructorOptions, log: Pick<Logger, 'warn' | 'error'>): Promise<PgBoss> {
  const boss = new PgBoss({ ...options, schema: JOBS_SCHEMA });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue met an error.'));
  boss.on('warning', (warning) => log.warn({ warning: warning.data }, warning.message));
  await boss.start();
  return boss;
}

/** Queues are made where they are missing; each process asks for each once. */
class Queues {
  readonly #boss: PgBoss;
  readonly #keptDays: number;
  readonly #known = new Map<string, Promise<void>>();

  constructor(boss: PgBoss, keptDays: number) {
    this.#boss = boss;
    this.#keptDays = keptDays;
  }

  ensure(definition: JobDefinition<object>): Promise<void> {
    let known = this.#known.get(definition.name);
    if (!known) {
      known = this.#create(definition);
      this.#known.set(definition.name, known);
      known.catch(() => this.#known.delete(definition.name));
    }
    return known;
  }

  async #create({ name, retries, retryDelaySeconds, timeoutSeconds, policy }: JobDefinition<object>) {
    const options = {
      retryLimit: retries,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: timeoutSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: this.#keptDays * 86_400,
      notify: true,
    };
    await this.#boss.createQueue(name, { ...options, policy });
    await this.#boss.updateQueue(name, options);
    // The library forgets a queue that it has changed; whatever reads of the queue makes it known again, before a send does.
    await this.#boss.getJobById(name, NO_JOB);
  }
}

/** Each worker runs job after job until none is due, and then waits for a notification. */
async function work(
  boss: PgBoss,
  { definition, run }: JobHandler,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  const { name, concurrency, concurrencyOfOne } = definition;
  const options = {
    localConcurrency: concurrency,
    // Counted in this process: in the database two workers that look at the same moment would both find room.
    ...(concurrencyOfOne !== undefined && { localGroupConcurrency: concurrencyOfOne }),
    notifyPollingIntervalSeconds: POLLING_SECONDS,
    pollingIntervalSeconds: POLLING_SECONDS,
  };
  await boss.work(name, options, async ([job]) => {
    if (!job) return;
    try {
      const { id, data, retryCount: tryNumber, signal } = job;
      const runJob = async () => run(data, { id, tryNumber, signal });
      await (activeTracing()?.inOwnTrace(`job ${name}`, runJob) ?? runJob());
    } catch (error) {
      // The queue is in the message: what repeats is counted by it, and others may fail for the same reason.
      const facts = { err: error, job: name, jobId: job.id, tryNumber: job.retryCount };
      log.error(facts, `A job of ${name} failed.`);
      throw error;
    } finally {
      // Without this a worker sleeps after every job, however many wait.
      for (const worker of boss.getWipData()) if (worker.name === name) boss.notifyWorker(worker.id);
    }
  });
}

async function runQueue(boss: PgBoss, { definition, run }: JobHandler): Promise<number> {
  let ran = 0;
  for (let [job] = await boss.fetch(definition.name); job; [job] = await boss.fetch(definition.name)) {
    ran += 1;
    try {
      await run(job.data, { id: job.id, tryNumber: job.retryCount, signal: AbortSignal.timeout(60_000) });
      await boss.complete(definition.name, job.id);
    } catch (error) {
      await boss.fail(definition.name, job.id, { message: (error as Error).message });
      throw error;
    }
  }
  return ran;
}

async function keepTimetable(boss: PgBoss, handlers: JobHandler[]): Promise<void> {
  const timetables = new Map(handlers.map(({ definition }) => [definition.name, definition.timetable]));
  for (const { name } of await boss.getSchedules()) {
    if (!timetables.get(name)) await boss.unschedule(name);
  }
  for (const [name, timetable] of timetables) {
    if (timetable) await boss.schedule(name, timetable, {}, { tz: 'UTC', missed: 'once' });
  }
}
