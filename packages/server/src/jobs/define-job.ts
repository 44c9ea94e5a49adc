import type { z } from 'zod';

/** A kind of work that runs later or regularly. Its work must be idempotent: a retry repeats it. */
export interface JobDefinition<Payload extends object> {
  /** Area and verb: `billing.close-months`. Renaming requires a migration of jobs queued under the former name. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Tries after the first one, with growing pauses from `retryDelaySeconds` on. */
  readonly retries: number;
  readonly retryDelaySeconds: number;
  /** The longest one run may take; it is then ended and tried again. */
  readonly timeoutSeconds: number;
  /** Number of jobs that run concurrently in one process. */
  readonly concurrency: number;
  /** Maximum number of these per domain or address, so that slow work for one leaves capacity for others. */
  readonly concurrencyOfOne?: number;
  /**
   * Policies of pg-boss queues. `standard`: any number of jobs. `short`: sending while a job with the same key waits
   * changes nothing. `exclusive`: sending while one waits or runs (with the same key) changes nothing.
   */
  readonly policy: 'standard' | 'short' | 'exclusive';
  /** Cron expression in UTC; the job is then sent with an empty payload. Missed times are made up for once. */
  readonly timetable?: string;
  /** Payload sent whenever a process that runs jobs starts; omitted = nothing. */
  readonly atStart?: Payload;
}

type Defaults = 'retries' | 'retryDelaySeconds' | 'timeoutSeconds' | 'concurrency' | 'policy';

export function defineJob<Payload extends object>(
  definition: Omit<JobDefinition<Payload>, Defaults> & Partial<Pick<JobDefinition<Payload>, Defaults>>,
): JobDefinition<Payload> {
  return {
    retries: 5,
    retryDelaySeconds: 5,
    timeoutSeconds: 900,
    concurrency: 1,
    policy: 'standard',
    ...definition,
  };
}

/** A run of a job. */
export interface JobRun {
  id: string;
  /** 0 at the first try. */
  tryNumber: number;
  /** Aborted when the time is over. Work that can stop early should listen to it. */
  signal: AbortSignal;
}

/** A job together with its work, bound to the parts of the server that it needs. */
export interface JobHandler {
  definition: JobDefinition<object>;
  run: (payload: unknown, run: JobRun) => Promise<void>;
}

export function handleJob<Payload extends object>(
  definition: JobDefinition<Payload>,
  work: (payload: Payload, run: JobRun) => Promise<void>,
): JobHandler {
  return {
    definition,
    run: (payload, run) => work(definition.payload.parse(payload), run),
  };
}
