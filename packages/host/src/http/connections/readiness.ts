import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../../lifecycle.ts';

interface ReadinessParts {
  lifecycle: Lifecycle;
  /** Cause that keeps the process from serving, for operators; undefined if there is none. */
  findProblem: () => Promise<string | undefined>;
  /** Problem that doesn't prevent serving. */
  notices?: () => Promise<(string | undefined)[]>;
}

/** For monitoring and load balancers: `live` = it responds, `ready` = new requests may come. */
export function installReadiness(
  app: FastifyInstance,
  { lifecycle, findProblem, notices = async () => [] }: ReadinessParts,
): void {
  const options = { config: { rateLimit: false }, logLevel: 'warn' } as const;
  app.get('/health/live', options, async () => ({ status: 'UP' }));
  app.get('/health/ready', options, async (_request, reply) => {
    const { phase } = lifecycle;
    const problem = phase === 'running' ? await findProblem() : `The process is ${phase}.`;
    if (problem === undefined) {
      const problems = (await notices()).filter((notice) => notice !== undefined);
      return problems.length === 0 ? { status: 'UP' } : { status: 'DEGRADED', problems };
    }
    return reply.status(503).send({ status: 'DOWN', problems: [problem] });
  });
}
