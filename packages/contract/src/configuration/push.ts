import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { GitRequest } from './git-request.ts';
import { ServiceFailure, ServiceStatus } from './service-failure.ts';

export const DEFAULT_COMMIT_MESSAGE = 'Configuration from Atrium';

export const PushResult = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  status: ServiceStatus,
  /** The commit that holds the service's configuration now; also when nothing had to change. */
  commitSha: z.string().optional(),
  error: ServiceFailure.optional(),
});
export type PushResult = z.infer<typeof PushResult>;

/**
 * Writes the live configuration into `<serviceId>/…` of a branch, one commit for all services, authored by the
 * caller. Never forced; files that are not configuration stay untouched. A missing branch is made.
 */
export const push = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/push',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Push the live configuration to a branch. Accepts Idempotency-Key',
  body: GitRequest,
  response: z.object({ push: z.array(PushResult) }),
  errors: ['unprocessable', 'conflict'],
  callsPerMinute: 60,
});
