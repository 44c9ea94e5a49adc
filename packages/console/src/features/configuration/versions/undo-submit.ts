import { errorDetails } from '@atrium/contract/api-error';
import type { restoreBackup } from '@atrium/contract/configuration/backups';
import { useQueryClient } from '@tanstack/react-query';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { useFollowedChange } from '../live-change/use-followed-change.ts';
import { restore } from './backup.queries.ts';

/** Returns to the version before a submit, as long as the one that it made is live. `progress` names how far it is. */
export function useUndoSubmit(
  { serviceId, version }: { serviceId: string; version: number },
  onUndone: () => void,
) {
  const client = useQueryClient();
  return useFollowedChange({
    mutationFn: (backupId: string, progress) =>
      restore(backupId, { serviceId }, { onlyIfLive: version, progress }),
    changes: () => [serviceId],
    onSuccess: async () => {
      // Authors and the pull's submit state are correct only after this refetch.
      await readAfterNewVersion(client, [serviceId]);
      onUndone();
    },
  });
}

/** Returns the live version if an undo was rejected because of a later change. */
export function liveVersionAfter(error: unknown): number | undefined {
  return errorDetails<typeof restoreBackup, 'conflict'>(error, 409)?.version;
}
