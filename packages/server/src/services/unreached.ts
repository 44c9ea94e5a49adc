import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from './services.service.ts';
import { hasServicesProcess } from './services-process.repository.ts';

export const UNREACHED =
  'No process is known that runs the services for this one; start one with ATRIUM_ROLES=services. Next to web, services are for their own process only, unless the database is on the same machine.';
export const OWN_UNREACHED =
  'The services of this process do not run at the moment; it starts them again by itself.';

interface Parts {
  config: Pick<Config, 'roles'>;
  services: Pick<Services, 'ownProcess'>;
  /** Of a pool of its own: with all other connections in use, it can still be said how the process is. */
  readinessDb: Kysely<Database>;
}

/** Says to an operator that the shipped services cannot be called from here; undefined while they can, or while no one knows. */
export async function findUnreached({ config, services, readinessDb }: Parts): Promise<string | undefined> {
  if (services.ownProcess !== undefined) return undefined;
  const isReached = await hasServicesProcess(readinessDb).catch(() => true);
  if (isReached) return undefined;
  return config.roles.includes('services') ? OWN_UNREACHED : UNREACHED;
}
