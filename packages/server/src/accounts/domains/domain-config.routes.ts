import { getDomainConfig, WINDOW_HOST_HEADER } from '@atrium/contract/accounts/domain-config';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { DomainConfigs } from './domain-config.service.ts';

export function domainConfigRoutes(app: FastifyInstance, configs: DomainConfigs): void {
  route(app, getDomainConfig, ({ request }) => {
    const header = request.headers[WINDOW_HOST_HEADER];
    return configs.get(typeof header === 'string' ? header : request.hostname);
  });
}
