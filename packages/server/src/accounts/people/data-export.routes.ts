import { Readable } from 'node:stream';
import { exportPersonRecord } from '@atrium/contract/accounts/data-export';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { DataExport, DataExports } from './data-export.service.ts';

const NOTE =
  'Everything that this platform holds about you. Passwords, keys and codes are not in it: the platform only has ' +
  'hashes of them, or keeps them secret. Files and content belong to your domain and are downloaded there. ' +
  'Services that are not part of the platform are not asked.';

/** JSON with a record on each line, written as it is read. A failure in the middle breaks the download off. */
function writeDataExport(record: DataExport): Readable {
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

export function dataExportRoutes(app: FastifyInstance, exports: DataExports): void {
  route(app, exportPersonRecord, async ({ caller, reply }) => {
    const json = writeDataExport(await exports.export(caller));
    reply.type('application/json; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return json;
  });
}
