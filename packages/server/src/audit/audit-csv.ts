import { Readable } from 'node:stream';
import type { LogEntry } from '@atrium/contract/audit/log';
import { stringify } from 'csv-stringify';

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

/**
 * CSV of log entries (RFC 4180), written as it is read. Names and messages come from customers: a text that a
 * spreadsheet would take for a formula is written with an apostrophe before it.
 */
export function writeAuditCsv(entries: AsyncIterable<LogEntry>): Readable {
  const csv = stringify({
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  // Whoever leaves in the middle ends the reading, and a failure of the reading ends the response.
  return Readable.from(entries).compose(csv) as Readable;
}
