import type { Store } from '../../database/schema.ts';
import { submittedServices } from '../return/submitted-services.ts';
import { type BackupRecord, listBackupsOfKey, listUndosOfKey } from './backup.repository.ts';

/**
 * The first of the versions that go when a backup is restored: of its import, and of the steps of its submit after it. As if
 * they had never been imported. Undefined where someone else made a version after the import.
 */
export async function findUndone(
  db: Store,
  { domainId, backupKey, serviceId, version }: BackupRecord,
  liveVersion: number,
): Promise<number | undefined> {
  const steps = (await listBackupsOfKey(db, domainId, backupKey)).filter(
    (step) => step.serviceId === serviceId && step.version >= version,
  );
  const [undone] = submittedServices(steps, await listUndosOfKey(db, domainId, backupKey)) ?? [];
  return undone?.submitted === liveVersion ? undone.before + 1 : undefined;
}
