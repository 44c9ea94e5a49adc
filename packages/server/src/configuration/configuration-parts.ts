import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Connections } from '../connections/connection.service.ts';
import type { Database } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limit.service.ts';
import type { Git } from '../providers/git/git.ts';
import type { Services } from '../services/services.service.ts';
import type { Operations } from './operations.service.ts';

/** Dependencies of the services of this area. */
export interface ConfigurationParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  audit: Audit;
  limits: Limits;
  git: Git;
  connections: Pick<Connections, 'openRequested'>;
  services: Services;
  events: Events;
  operations: Operations;
  jobs: Pick<Jobs, 'send'>;
}
