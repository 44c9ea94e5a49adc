import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { LogEntry } from './log.ts';

export const AUDIT_PAGE_SIZE = 50;
const MAX_AUDIT_PAGE_SIZE = 200;
const TEXT_MAX_LENGTH = 200;

const Words = z.string().trim().max(TEXT_MAX_LENGTH).optional();
const Instant = z.iso.datetime({ offset: true, error: 'Please enter a date and time.' }).optional();

/** Filter of the entries of all domains; omitted fields match everything. */
export const AuditFilter = z.object({
  /** Part of the username of the actor or of the impersonator. */
  who: Words,
  /** `configuration.import`, or `configuration` for all that begin with it. */
  what: Words,
  /** Id or part of the name of a domain, or an e-mail address of one of its users. */
  whom: Words,
  /** Part of the message or of the stack trace. */
  text: Words,
  startAt: Instant,
  /** Entries of this moment are included. */
  endAt: Instant,
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** Place of an entry in the log, newest first. */
export const LogPosition = z.object({ createdOn: z.iso.datetime(), id: z.uuid() });
export type LogPosition = z.infer<typeof LogPosition>;

export const searchAudit = defineEndpoint({
  method: 'POST',
  path: '/console/v1/audit',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag: 'audit',
  summary: 'List changes in all domains, newest first, a page at a time',
  body: AuditFilter.extend({
    /** The last entry of the page before. */
    after: LogPosition.optional(),
    size: z.int().min(1).max(MAX_AUDIT_PAGE_SIZE).default(AUDIT_PAGE_SIZE),
  }),
  response: z.object({
    content: z.array(LogEntry),
    /** Cursor of the next page; null on the last one. */
    next: LogPosition.nullable(),
    /** A page reads so many entries at most, whether they match or not; older ones are on the next page. */
    searchedBackTo: z.iso.datetime().nullable(),
  }),
});

export const exportAudit = defineEndpoint({
  method: 'POST',
  path: '/console/v1/audit/export',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag: 'audit',
  summary: 'Export changes in all domains as CSV, newest first',
  body: AuditFilter,
  response: z.unknown(),
  produces: 'text/csv',
  callsPerMinute: 10,
});
