import { allowHost, listHosts, removeHost } from '@atrium/contract/service-api/functions/hosts';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { AllowedHosts } from './allowed-hosts.service.ts';

export function allowedHostsRoutes(app: FastifyInstance, hosts: AllowedHosts): void {
  route(app, listHosts, async ({ caller }) => ({ content: await hosts.list(caller.domainId) }));

  route(app, allowHost, ({ caller, params }) => hosts.allow(caller, params.host));

  route(app, removeHost, ({ caller, params }) => hosts.remove(caller.domainId, params.host));
}
