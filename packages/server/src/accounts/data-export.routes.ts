import { exportPersonRecord } from '@atrium/contract/accounts/data-export';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { DataExports } from './data-export.service.ts';
import { writeDataExport } from './data-export-json.ts';

export function dataExportRoutes(app: FastifyInstance, exports: DataExports): void {
  route(app, exportPersonRecord, async ({ caller, reply }) => {
    const json = writeDataExport(await exports.export(caller));
    reply.type('application/json; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return json;
  });
}
