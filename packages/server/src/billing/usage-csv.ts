import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ExportedUsage } from './used-function.service.ts';

const COLUMNS = [
  { key: 'month', header: 'Month (UTC)' },
  { key: 'service', header: 'Service' },
  { key: 'metric', header: 'Metric' },
  { key: 'target', header: 'Target' },
  { key: 'calls', header: 'Calls' },
  { key: 'milliseconds', header: 'Milliseconds' },
  { key: 'bytes', header: 'Bytes' },
  { key: 'cents', header: 'Cents' },
] satisfies { key: keyof ExportedUsage; header: string }[];

/**
 * CSV of a month (RFC 4180). Names come from customers: a text that a spreadsheet would take for a formula is written with
 * an apostrophe before it.
 */
export function writeUsageCsv(lines: readonly ExportedUsage[]): Readable {
  const csv = stringify({
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  return Readable.from(lines).compose(csv) as Readable;
}
