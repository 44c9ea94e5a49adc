import { exportAudit, searchAudit } from '@atrium/contract/audit/audit';
import { searchLog } from '@atrium/contract/audit/log';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { writeAuditCsv } from './audit-csv.ts';
import type { AuditSearch } from './audit-search.service.ts';
import type { Log } from './log.service.ts';

export function logRoutes(app: FastifyInstance, log: Log, auditSearch: AuditSearch): void {
  route(app, searchLog, ({ caller, body }) => log.list(caller, body));
  route(app, searchAudit, ({ body }) => auditSearch.list(body));
  route(app, exportAudit, ({ caller, body, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"');
    return writeAuditCsv(auditSearch.export(caller, body));
  });
}
