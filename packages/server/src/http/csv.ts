import { Readable } from 'node:stream';
import { type ColumnOption, stringify } from 'csv-stringify';

/**
 * CSV (RFC 4180), written as it is read. Texts come from customers: one that a spreadsheet would take for a formula is
 * written with an apostrophe before it. Without the byte order mark Excel on Windows does not read UTF-8.
 */
export function writeCsv(
  lines: Iterable<object> | AsyncIterable<object>,
  columns: readonly (string | ColumnOption)[],
): Readable {
  const csv = stringify({
    header: true,
    columns,
    escape_formulas: true,
    record_delimiter: 'windows',
    bom: true,
  });
  // A disconnect stops the reading, and a failed reading ends the response.
  return Readable.from(lines).compose(csv) as Readable;
}
