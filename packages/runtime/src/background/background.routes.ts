import {
  dropRun,
  listQueue,
  listSchedules,
  previewSchedule,
  retryRun,
} from '@atrium/contract/service-api/functions/background';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { BackgroundRuns } from './background.service.ts';
import type { Schedules } from './schedules.service.ts';

export function backgroundRoutes(
  app: FastifyInstance,
  serviceId: string,
  { schedules, backgroundRuns }: { schedules: Schedules; backgroundRuns: BackgroundRuns },
): void {
  route(app, listSchedules, async ({ caller: { domainId }, query }) => ({
    schedules: await schedules.list({ domainId, serviceId }, query.function),
  }));
  route(app, previewSchedule, ({ query }) => ({ next: schedules.preview(query) }));
  route(app, listQueue, ({ caller, query }) => backgroundRuns.list(caller, serviceId, query));
  route(app, retryRun, ({ caller, params }) => backgroundRuns.retry(caller, serviceId, params.id));
  route(app, dropRun, ({ caller, params }) => backgroundRuns.drop(caller, serviceId, params.id));
}
