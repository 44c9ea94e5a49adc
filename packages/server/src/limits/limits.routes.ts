import { listDomainLimits, listLimits, setDomainLimit } from '@atrium/contract/limits/limits';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { LimitUses } from './limit-use.service.ts';

export function limitsRoutes(app: FastifyInstance, limitUses: LimitUses): void {
  route(app, listLimits, ({ caller }) => limitUses.list(caller));
  route(app, listDomainLimits, ({ caller, params }) => limitUses.listOf(caller, params.id));
  route(app, setDomainLimit, ({ caller, params, body }) => limitUses.update(caller, params.id, body));
}
