import { getServiceHealth, getServiceUiHealth, type HealthResult } from '@atrium/contract/service-api/health';
import { getRegistration, type ServiceRegistration } from '@atrium/contract/service-api/registration';
import { NotFoundError } from '@atrium/host/errors';
import type { FastifyInstance } from 'fastify';
import { route } from './route.ts';

/** Returns a problem, for operators; undefined if there is none. */
export type HealthProbe = () => Promise<{ problem: string; isFatal: boolean } | undefined>;

export type BuildFacts = Pick<HealthResult, 'tag' | 'commit' | 'build_date'>;

export function healthRoutes(
  app: FastifyInstance,
  {
    registration,
    probes,
    build,
  }: { registration: ServiceRegistration; probes: HealthProbe[]; build: BuildFacts },
): void {
  route(app, getServiceHealth, async () => {
    const found = (await Promise.all(probes.map((probe) => probe()))).filter((each) => each !== undefined);
    const status = found.some(({ isFatal }) => isFatal) ? 'DOWN' : found.length > 0 ? 'DEGRADED' : 'UP';
    const problems = found.map(({ problem }) => problem);
    return { status, ...build, ...(problems.length > 0 && { problems }) } as const;
  });

  route(app, getServiceUiHealth, () => {
    if (!registration.hasUi) throw new NotFoundError('This service has no pages.');
    return { status: 'UP', ...build } as const;
  });

  route(app, getRegistration, () => registration);
}
