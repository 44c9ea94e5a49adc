import { deleteRunTime, listRunTimes, saveRunTime } from '@atrium/contract/test-runs/timetable';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Timetable } from './timetable.service.ts';

export function timetableRoutes(app: FastifyInstance, timetable: Timetable): void {
  route(app, listRunTimes, ({ caller }) => timetable.list(caller));
  route(app, saveRunTime, ({ caller, body }) => timetable.upsert(caller, body));
  route(app, deleteRunTime, ({ caller, params }) => timetable.delete(caller, params.id));
}
