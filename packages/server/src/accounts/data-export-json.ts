import { Readable } from 'node:stream';
import type { DataExport } from './data-export.service.ts';

const NOTE =
  'Everything that this platform holds about you. Passwords, keys and codes are not in it: the platform only has ' +
  'hashes of them, or keeps them secret. Files and content belong to your domain and are downloaded there. ' +
  'Services that are not part of the platform are not asked.';

/** JSON with a record on each line, written as it is read. A failure in the middle breaks the download off. */
export function writeDataExport(record: DataExport): Readable {
  return Readable.from(write(record));
}

async function* write({ username, exportedOn, parts }: DataExport): AsyncGenerator<string> {
  yield `{\n"product": "Atrium",\n"username": ${JSON.stringify(username)},\n`;
  yield `"exportedOn": ${JSON.stringify(exportedOn)},\n"note": ${JSON.stringify(NOTE)},\n"lists": {`;
  let open: string | undefined;
  let isEmpty = true;
  for await (const { list, about, records } of parts) {
    if (list !== open) {
      yield `${open === undefined ? '' : '\n]},'}\n${JSON.stringify(list)}: {"about": ${JSON.stringify(about)}, "records": [`;
      open = list;
      isEmpty = true;
    }
    if (records.length === 0) continue;
    yield `${isEmpty ? '' : ','}\n${records.map((record) => JSON.stringify(record)).join(',\n')}`;
    isEmpty = false;
  }
  yield `${open === undefined ? '' : '\n]}'}\n}}\n`;
}
