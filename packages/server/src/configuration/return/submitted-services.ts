import type { StoredReturnedService } from '../configuration.tables.ts';
import type { BackupRecord } from '../versions/backup.repository.ts';

type SubmittedBackup = Pick<BackupRecord, 'serviceId' | 'version' | 'importedVersion'>;

/**
 * The services of a submit, from its backups in their order: a service that was submitted in several steps goes back to
 * before the first. Undefined if someone else made a version between two steps.
 */
export function submittedServices(backups: readonly SubmittedBackup[]): StoredReturnedService[] | undefined {
  const services = new Map<string, StoredReturnedService>();
  for (const { serviceId, version, importedVersion } of backups) {
    if (importedVersion === null) continue;
    const known = services.get(serviceId);
    if (known && known.submitted !== version) return undefined;
    const before = known?.before ?? version;
    services.set(serviceId, { serviceId, before, submitted: importedVersion, returned: null });
  }
  return [...services.values()].sort((a, b) => (a.serviceId < b.serviceId ? -1 : 1));
}
