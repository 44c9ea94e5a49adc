import type { Readable } from 'node:stream';
import { writeCsv } from '../http/csv.ts';
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

/** CSV of a month. */
export function writeUsageCsv(lines: readonly ExportedUsage[]): Readable {
  return writeCsv(lines, COLUMNS);
}
