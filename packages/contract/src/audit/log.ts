import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The newest entries of a time span; earlier ones are found with an earlier `endAt`. */
export const MAX_LOG_ENTRIES = 1_000;
const TEXT_MAX_LENGTH = 200;

/** ISO 8601, or milliseconds since 1970. */
const Instant = z
  .union([z.iso.datetime({ offset: true }), z.int().min(0).max(8.64e15)], 'Please enter a start time.')
  .transform((value) => new Date(value).toISOString());

export const LogRequest = z.object({
  startAt: Instant,
  endAt: Instant.optional(),
  /** `configuration.import`, or `configuration` for all that begin with it. */
  action: z.string().trim().max(TEXT_MAX_LENGTH).optional(),
  /** Part of a username. */
  user: z.string().trim().max(TEXT_MAX_LENGTH).optional(),
  /** Part of the message or of the stack trace. */
  text: z.string().trim().max(TEXT_MAX_LENGTH).optional(),
  /** At most so many, the newest. */
  size: z.int().min(1).max(MAX_LOG_ENTRIES).default(MAX_LOG_ENTRIES),
});
export type LogRequest = z.input<typeof LogRequest>;

/** One change: actor, impersonated user, object, and values before and after. */
export const LogEntry = z.object({
  id: z.string(),
  createdOn: z.iso.datetime(),
  domainId: z.string(),
  domain: z.string(),
  action: z.string(),
  message: z.string(),
  /** Username; empty for actions of the platform. */
  user: z.string(),
  /** Username of the impersonator of `user`, if there was one. */
  impersonator: z.string().nullable(),
  /** Service whose pages made the change on behalf of `user`. */
  pageServiceId: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** Set if the entry is about a failure. */
  stackTrace: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const searchLog = defineEndpoint({
  method: 'POST',
  path: '/console/v1/consolidated/log',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isTogether: true,
  isSlow: true,
  tag: 'audit',
  summary: 'List changes in the domain since a time, newest first; a child user sees only their own',
  body: LogRequest,
  response: z.object({
    /** The server's time, where the next search can start. */
    now: z.iso.datetime(),
    logs: z.array(LogEntry),
    /** A search reads so many entries at most, whether they match or not; continue it with this `endAt`. */
    searchedBackTo: z.iso.datetime().optional(),
  }),
});
