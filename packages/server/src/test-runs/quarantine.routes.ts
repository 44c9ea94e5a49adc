import { deleteQuarantine, listQuarantines, upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Quarantines } from './quarantine.service.ts';

export function quarantineRoutes(app: FastifyInstance, quarantines: Quarantines): void {
  route(app, listQuarantines, ({ caller }) => quarantines.list(caller));
  route(app, upsertQuarantine, ({ caller, body }) => quarantines.upsert(caller, body));
  route(app, deleteQuarantine, ({ caller, query }) => quarantines.delete(caller, query.id));
}
