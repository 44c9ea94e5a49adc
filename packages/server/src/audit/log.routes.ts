import { searchLog } from '@atrium/contract/audit/log';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Log } from './log.service.ts';

export function logRoutes(app: FastifyInstance, log: Log): void {
  route(app, searchLog, ({ caller, body }) => log.list(caller, body));
}
