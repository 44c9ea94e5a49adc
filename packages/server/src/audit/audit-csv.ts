import type { Readable } from 'node:stream';
import type { LogEntry } from '@atrium/contract/audit/log';
import { writeCsv } from '../http/csv.ts';

const COLUMNS = [
  { key: 'createdOn', header: 'Time (UTC)' },
  { key: 'domain', header: 'Domain' },
  { key: 'domainId', header: 'Domain ID' },
  { key: 'user', header: 'User' },
  { key: 'impersonator', header: 'Signed in as them' },
  { key: 'pageServiceId', header: 'By the pages of' },
  { key: 'action', header: 'Action' },
  { key: 'message', header: 'Message' },
  { key: 'before', header: 'Before' },
  { key: 'after', header: 'After' },
  { key: 'stackTrace', header: 'Stack trace' },
  { key: 'requestId', header: 'Request ID' },
  { key: 'id', header: 'ID' },
] satisfies { key: keyof LogEntry; header: string }[];

/** CSV of log entries. */
export function writeAuditCsv(entries: AsyncIterable<LogEntry>): Readable {
  return writeCsv(entries, COLUMNS);
}
