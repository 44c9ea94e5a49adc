import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { knownFields } from '../../known-fields.ts';
import { ScheduleTime } from './declaration.ts';
import { FunctionName } from './invocations.ts';

/** Most ticks that are kept of a schedule. */
export const KEPT_TICKS = 5;

/**
 * State of a tick. RUNNING: its run waits or runs. INTERRUPTED: the process was killed. MISSED: the platform was down at the
 * time. SKIPPED: the run before had not ended, or the function cannot be called.
 */
export const TickState = z.enum(['RUNNING', 'OK', 'FAIL', 'INTERRUPTED', 'MISSED', 'SKIPPED']);
export type TickState = z.infer<typeof TickState>;

export const ScheduleTick = z.object({
  on: z.iso.datetime(),
  state: TickState,
  /** The call in the log; null where nothing ran. */
  callId: z.uuid().nullable(),
  note: z.string().nullable(),
});
export type ScheduleTick = z.infer<typeof ScheduleTick>;

export const FunctionSchedule = z.object({
  function: FunctionName,
  position: z.int(),
  cron: z.string(),
  timeZone: z.string(),
  nextOn: z.iso.datetime(),
  /** Newest first, at most `KEPT_TICKS`. */
  ticks: z.array(ScheduleTick),
});
export type FunctionSchedule = z.infer<typeof FunctionSchedule>;

export const listSchedules = defineEndpoint({
  method: 'GET',
  path: '/schedules',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'background',
  summary: 'List the schedules of functions with their next and last times',
  query: knownFields({ function: FunctionName.optional() }),
  response: z.object({ schedules: z.array(FunctionSchedule) }),
});

/** Times that a preview of a schedule lists. */
export const PREVIEWED_TICKS = 5;

export const previewSchedule = defineEndpoint({
  method: 'GET',
  path: '/schedules/next',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'background',
  summary: 'List the next five times of a cron expression in a time zone',
  query: knownFields(ScheduleTime),
  response: z.object({ next: z.array(z.iso.datetime()) }),
  errors: ['unprocessable'],
});

export const QueueState = z.enum(['WAITING', 'RUNNING', 'FAILED']);
export type QueueState = z.infer<typeof QueueState>;

/** A run that nobody waits for: queued by a function, started by an event or a schedule. */
export const QueuedRun = z.object({
  id: z.uuid(),
  kind: z.enum(['SCHEDULE', 'QUEUE', 'EVENT']),
  function: FunctionName,
  event: z.string().nullable(),
  key: z.string().nullable(),
  state: QueueState,
  dueOn: z.iso.datetime(),
  createdOn: z.iso.datetime(),
  failedOn: z.iso.datetime().nullable(),
  /** Tries so far. */
  attempt: z.int(),
  /** Tries after the first one. */
  retries: z.int(),
  /** Of the last try. */
  error: z.string().nullable(),
});
export type QueuedRun = z.infer<typeof QueuedRun>;

export const listQueue = defineEndpoint({
  method: 'GET',
  path: '/queue',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'background',
  summary:
    'List the runs of functions that wait, run or have failed, oldest first; without audit.read those that one has started',
  query: knownFields({
    state: QueueState.optional(),
    function: FunctionName.optional(),
    /** Runs that failed since then. */
    failedSince: z.iso.datetime().optional(),
    /** Id of the last run of the page before. */
    after: z.uuid().optional(),
    size: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
  }),
  response: z.object({
    content: z.array(QueuedRun),
    hasMore: z.boolean(),
    counts: z.object({ waiting: z.int(), running: z.int(), failed: z.int() }),
  }),
});

const RunParams = z.object({ id: z.uuid() });

export const retryRun = defineEndpoint({
  method: 'POST',
  path: '/queue/{id}/retry',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'background',
  summary: 'Run a failed run again',
  params: RunParams,
  errors: ['notFound', 'conflict'],
});

export const dropRun = defineEndpoint({
  method: 'DELETE',
  path: '/queue/{id}',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'background',
  summary: 'Drop a run that waits or has failed; one that runs is not stopped',
  params: RunParams,
  errors: ['notFound', 'conflict'],
});

/** Longest input of a queued run, in characters of JSON. */
const MAX_QUEUED_INPUT = 64 * 1024;

/** Argument of `later` in functions. */
export const LaterRequest = z.strictObject({
  function: FunctionName,
  input: z
    .unknown()
    .refine(
      (input) => (JSON.stringify(input) ?? '').length <= MAX_QUEUED_INPUT,
      'The input must not be larger than 64 KiB',
    )
    .optional(),
  options: z
    .strictObject({
      /** Not before that. */
      inSeconds: z
        .number('inSeconds must be a number')
        .min(0, 'inSeconds must be 0 or more')
        .max(90 * 86_400, 'inSeconds must be at most 90 days')
        .default(0),
      /** While a run of the function with the same key waits or runs, no other one is queued. */
      key: z
        .string('key must be a text')
        .min(1, 'key must not be empty')
        .max(200, 'key has at most 200 characters')
        .optional(),
      retries: z
        .int('retries must be a whole number')
        .min(0, 'retries must be 0 or more')
        .max(20, 'retries must be 20 or less')
        .default(3),
    })
    .prefault({}),
});
