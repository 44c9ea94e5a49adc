import type { StoredReturnedService } from '../configuration.tables.ts';
import type { BackupRecord, UndoRecord } from '../versions/backup.repository.ts';

type SubmittedBackup = Pick<BackupRecord, 'serviceId' | 'version' | 'importedVersion'>;

/**
 * The services of a submit, from its backups: a service that was submitted in several steps goes back to before the
 * first. Steps that were undone are none. Undefined if someone else made a version between two steps.
 */
export function submittedServices(
  backups: readonly SubmittedBackup[],
  undos: readonly UndoRecord[] = [],
): StoredReturnedService[] | undefined {
  const services = new Map<string, StoredReturnedService>();
  const steps = [...backups.map((backup) => ({ ...backup, undoneVersion: null })), ...undos];
  for (const { serviceId, version, importedVersion, undoneVersion } of steps.sort(byVersion)) {
    if (importedVersion === null) continue;
    const known = services.get(serviceId);
    if (undoneVersion !== null) {
      if (known?.submitted !== version) continue;
      if (undoneVersion > known.before + 1) known.submitted = importedVersion;
      else services.delete(serviceId);
      continue;
    }
    if (known && known.submitted !== version) return undefined;
    const before = known?.before ?? version;
    services.set(serviceId, { serviceId, before, submitted: importedVersion, returned: null });
  }
  return [...services.values()].sort((a, b) => (a.serviceId < b.serviceId ? -1 : 1));
}

const byVersion = (a: SubmittedBackup, b: SubmittedBackup) => a.version - b.version;
