import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { HealthStatus } from '../service-api/health.ts';

/** A kind of background job, scheduled or recurring. */
export const Queue = z.object({
  name: z.string(),
  /** Due, and not begun. */
  waiting: z.int(),
  active: z.int(),
  /** Given up, and kept for some days. */
  failed: z.int(),
  /** Since the oldest job that waits was due; 0 while none does. */
  oldestSeconds: z.number(),
  /** Cron expression in UTC; null if only other work starts it. */
  timetable: z.string().nullable(),
});
export type Queue = z.infer<typeof Queue>;

/** A job that was tried as often as it may be, and given up. */
export const FailedJob = z.object({
  id: z.uuid(),
  queue: z.string(),
  endedOn: z.iso.datetime(),
  message: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** A service as the platform reaches it. */
export const ReachedService = z.object({
  id: z.string(),
  name: z.string(),
  /** Address at which the responding process calls the service; null while its own services start. */
  address: z.string().nullable(),
  /** By the last check; null before the first one. */
  health: HealthStatus.nullable(),
  checkedOn: z.iso.datetime().nullable(),
});
export type ReachedService = z.infer<typeof ReachedService>;

const DatabaseState = z.object({
  version: z.string(),
  sizeBytes: z.int(),
  /** Connections of the pool of the process that responds; `waiting` are requests that want one. */
  pool: z.object({ size: z.int(), used: z.int(), idle: z.int(), waiting: z.int() }),
  /** Connections of all processes, and the server's maximum. */
  connections: z.object({ used: z.int(), max: z.int() }),
  /** Messages of other processes: heard at once, asked for every few seconds, or lost for now. */
  messages: z.enum(['HEARD', 'ASKED', 'LOST']),
});
export type DatabaseState = z.infer<typeof DatabaseState>;

const Backups = z.object({
  /** Hours between two; null if this process has no folder for them. */
  everyHours: z.int().nullable(),
  lastSuccess: z.object({ endedOn: z.iso.datetime(), folder: z.string(), sizeBytes: z.int() }).nullable(),
  lastFailure: z.object({ endedOn: z.iso.datetime(), message: z.string() }).nullable(),
  /** Now, if one is due; null without a timetable. */
  nextOn: z.iso.datetime().nullable(),
});
export type Backups = z.infer<typeof Backups>;

export const getPlatform = defineEndpoint({
  method: 'GET',
  path: '/console/v1/platform',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag: 'operations',
  summary: 'Get the state of the platform: database, backups, services, queues and failed jobs',
  response: z.object({
    /** The release that responds. */
    version: z.string(),
    database: DatabaseState,
    backups: Backups,
    services: z.array(ReachedService),
    queues: z.array(Queue),
    /** The latest first. */
    failedJobs: z.array(FailedJob),
  }),
});

/** Days for which a customer is new. */
export const NEW_CUSTOMER_DAYS = 7;

export const getPlatformSummary = defineEndpoint({
  method: 'GET',
  path: '/console/v1/platform/summary',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag: 'operations',
  summary:
    'Get what operators look at first: overdue invoices, failed jobs, backups, errors and new customers',
  response: z.object({
    overdue: z.object({
      invoices: z.int(),
      /** In minor units. */
      amounts: z.array(z.object({ currency: z.string(), amount: z.int() })),
      oldestDueOn: z.iso.datetime().nullable(),
    }),
    failedJobs: z.object({ count: z.int(), lastOn: z.iso.datetime().nullable() }),
    backups: Backups.pick({ everyHours: true }).extend({
      lastSuccessOn: z.iso.datetime().nullable(),
      /** Null if a later one succeeded. */
      failedOn: z.iso.datetime().nullable(),
    }),
    /** Responses with a status of 500 or above, per minute, of the process that responds, in the last five minutes. */
    errorsPerMinute: z.number(),
    newCustomers: z.int(),
  }),
});
export type PlatformSummary = z.infer<typeof getPlatformSummary.response>;
