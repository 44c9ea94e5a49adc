import {
  countInvocations,
  countLatestInvocations,
  countRecentInvocations,
} from '@atrium/contract/service-api/functions/invocation-counts';
import { getInvocation, listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { listRefusedRequests } from '@atrium/contract/service-api/functions/refused-requests';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { Caller } from '../host/service-token.ts';
import type { InvocationLog } from './invocation-log.service.ts';
import type { RefusedRequests } from './refused-requests.service.ts';

export function invocationsRoutes(
  app: FastifyInstance,
  serviceId: string,
  { invocationLog: log, refusedRequests }: { invocationLog: InvocationLog; refusedRequests: RefusedRequests },
): void {
  const scopeOf = ({ domainId }: Caller) => ({ domainId, serviceId });

  route(app, listInvocations, ({ caller, query }) => log.list(scopeOf(caller), caller, query));

  route(app, getInvocation, ({ caller, params }) => log.get(scopeOf(caller), caller, params.id));

  route(app, countInvocations, async ({ caller, query }) => ({
    content: await log.count(scopeOf(caller), query.days, query.function),
  }));

  route(app, countRecentInvocations, async ({ caller, query }) => ({
    content: await log.countRecent(scopeOf(caller), query.minutes),
  }));

  route(app, countLatestInvocations, ({ caller }) => log.countLatest(scopeOf(caller)));

  route(app, listRefusedRequests, ({ caller, query }) =>
    refusedRequests.list(scopeOf(caller), query.function),
  );
}
