import { deleteValue, listValues, setValue } from '@atrium/contract/service-api/functions/values';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { FunctionValues } from './values.service.ts';

export function valuesRoutes(app: FastifyInstance, values: FunctionValues): void {
  route(app, listValues, async ({ caller }) => ({ content: await values.list(caller.domainId) }));

  route(app, setValue, ({ caller, params, body }) =>
    values.set({ domainId: caller.domainId, ...params }, caller.userId, body),
  );

  route(app, deleteValue, ({ caller, params }) => values.delete({ domainId: caller.domainId, ...params }));
}
