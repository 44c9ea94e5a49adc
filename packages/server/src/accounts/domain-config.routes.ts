import { getDomainConfig, WINDOW_HOST_HEADER } from '@atrium/contract/accounts/domain-config';
import { DASHBOARD_PATH } from '@atrium/contract/accounts/safe-path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { route } from '../http/route.ts';
import { findDomainConfig } from './domains.repository.ts';

const BUILT_IN = { domain: 'Atrium', defaultPath: DASHBOARD_PATH };

export function domainConfigRoutes(app: FastifyInstance, db: Kysely<Database>): void {
  route(app, getDomainConfig, async ({ request }) => {
    const header = request.headers[WINDOW_HOST_HEADER];
    const host = typeof header === 'string' ? header : request.hostname;
    return (await findDomainConfig(db, host.replace(/:\d+$/, ''))) ?? BUILT_IN;
  });
}
