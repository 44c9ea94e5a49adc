import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { GitRefusal } from './git-failure.ts';
import { GitRequestFields, withOneAccess } from './git-request.ts';
import { PushTarget } from './push-preview.ts';
import { ServiceFailure, ServiceStatus } from './service-failure.ts';

export const DEFAULT_COMMIT_MESSAGE = 'Configuration from Atrium';

export const PushResult = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  status: ServiceStatus,
  /** The commit that holds the service's configuration now; also when nothing had to change. */
  commitSha: z.string().optional(),
  /** Files written or removed; 0 when there was nothing to push. */
  fileCount: z.int().optional(),
  error: ServiceFailure.optional(),
});

export type PushResult = z.infer<typeof PushResult>;

/**
 * Writes the live configuration into `<serviceId>/…` of a branch, one commit for all services, authored by the caller.
 * Never forced; files that are not configuration stay untouched. A missing branch is created, from the commit last
 * exchanged with the remote.
 */
export const push = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/push',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag: 'configuration',
  summary: 'Push the live configuration to a branch',
  idempotent: true,
  body: withOneAccess(
    GitRequestFields.extend({
      /** By serviceId: the live versions that were previewed. A service at another one, or without one, is not pushed. */
      versions: z.record(z.string(), z.int()).optional(),
    }),
  ),
  response: PushTarget.extend({ push: z.array(PushResult) }),
  errors: ['unprocessable', 'conflict'],
  details: { unprocessable: GitRefusal },
  callsPerMinute: 60,
});

export type Pushed = z.infer<typeof push.response>;
