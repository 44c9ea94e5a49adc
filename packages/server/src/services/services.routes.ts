import { getLatestCalls, hasCalls } from '@atrium/contract/services/calls';
import { listHealthDays } from '@atrium/contract/services/health-days';
import { listServices } from '@atrium/contract/services/service';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Calls } from './call.service.ts';
import type { Services } from './services.service.ts';

export function servicesRoutes(app: FastifyInstance, services: Services, calls: Calls): void {
  route(app, listServices, async () => ({ services: await services.list() }));
  route(app, listHealthDays, async ({ params }) => ({
    days: await services.listHealthDays(params.serviceId),
  }));
  route(app, getLatestCalls, ({ caller }) => calls.getLatest(caller));
  route(app, hasCalls, ({ caller }) => calls.hasOwn(caller));
}
