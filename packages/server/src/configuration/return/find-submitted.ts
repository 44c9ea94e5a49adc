import { ConflictError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { StoredReturnedService } from '../configuration.tables.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { readMetadata } from '../live-configuration.ts';
import { listBackupsOfKey, listUndosOfKey } from '../versions/backup.repository.ts';
import { findLastReturn } from './return.repository.ts';
import { submittedServices } from './submitted-services.ts';

/**
 * Services that the caller submitted under a key since its last run: they are returned together. Throws ConflictError if
 * someone else has changed one of them.
 */
export async function findSubmitted(
  { db, services }: Pick<ConfigurationParts, 'db' | 'services'>,
  caller: Caller,
  backupKey: string,
): Promise<StoredReturnedService[]> {
  const { domainId, userId } = caller;
  const last = await findLastReturn(db, domainId, backupKey);
  const backups = (await listBackupsOfKey(db, domainId, backupKey)).filter(
    (backup) => backup.userId === userId && (last === undefined || backup.createdOn > last.testedOn),
  );
  if (backups.length === 0) return [];
  const submitted = submittedServices(backups, await listUndosOfKey(db, domainId, backupKey));
  if (submitted === undefined)
    throw new ConflictError('Someone changed something between the parts of this submit.');
  const client = services.getClient(caller);
  for (const one of submitted) {
    const { version } = await readMetadata(client, one.serviceId);
    if (version !== one.submitted)
      throw new ConflictError(
        `Someone has changed ${one.serviceId} since it was submitted: version ${version} is live now.`,
      );
  }
  return submitted;
}
