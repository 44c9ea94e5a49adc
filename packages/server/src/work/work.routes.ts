import { listWork, updateWorkSeen } from '@atrium/contract/work/work';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { StartedWorks } from './work.service.ts';

export function workRoutes(app: FastifyInstance, works: StartedWorks): void {
  route(app, listWork, async ({ caller }) => ({ work: await works.list(caller) }));
  route(app, updateWorkSeen, ({ caller, body }) => works.updateSeen(caller, new Date(body.until)));
}
