import type { ConfigurationVersion } from '@atrium/contract/service-api/versions/version';
import type { People } from '../../accounts/people/people.service.ts';
import type { Store } from '../../database/schema.ts';
import { listImpersonators } from './backup.repository.ts';

interface Parts {
  db: Store;
  people: Pick<People, 'listNames'>;
}

type Made = Pick<ConfigurationVersion, 'version' | 'author'>;

/** Versions of a service with the usernames of their authors, and of the administrators who acted as them. */
export async function nameVersions<T extends Made>(
  { db, people }: Parts,
  domainId: string,
  serviceId: string,
  versions: readonly T[],
): Promise<(T & { user: string; impersonator: string | null })[]> {
  const numbers = versions.map(({ version }) => version);
  const impersonators = await listImpersonators(db, domainId, serviceId, numbers);
  const authors = versions.flatMap(({ author }) => author ?? []);
  const names = await people.listNames([...authors, ...impersonators.values()]);
  return versions.map((version) => {
    const impersonator = impersonators.get(version.version);
    return {
      ...version,
      user: names.get(version.author ?? '') ?? '',
      impersonator: impersonator === undefined ? null : (names.get(impersonator) ?? ''),
    };
  });
}
