import type { EndpointResponse } from '@atrium/contract/endpoint';
import { getLatestCalls, hasCalls } from '@atrium/contract/services/calls';
import { issueDomainToken } from '@atrium/contract/services/domain-token';
import { getFunctionsUrl } from '@atrium/contract/services/functions-url';
import { listHealthDays } from '@atrium/contract/services/health-days';
import { listServices } from '@atrium/contract/services/service';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Calls } from './call.service.ts';
import type { DomainTokens } from './domain-token.service.ts';
import type { Services } from './services.service.ts';

export function servicesRoutes(
  app: FastifyInstance,
  services: Services,
  calls: Calls,
  findFunctionsUrls: (domainId: string) => Promise<EndpointResponse<typeof getFunctionsUrl>>,
  domainTokens: DomainTokens,
): void {
  route(app, listServices, async () => ({ services: await services.list() }));
  route(app, listHealthDays, async ({ params }) => ({
    days: await services.listHealthDays(params.serviceId),
  }));
  route(app, getFunctionsUrl, ({ caller }) => findFunctionsUrls(caller.domainId));
  route(app, getLatestCalls, ({ caller }) => calls.getLatest(caller));
  route(app, issueDomainToken, async ({ caller, body }) => ({
    token: await domainTokens.issue(caller, body.domainId),
  }));
  route(app, hasCalls, ({ caller }) => calls.hasOwn(caller));
}
