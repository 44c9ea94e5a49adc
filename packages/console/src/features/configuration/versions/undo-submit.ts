import { errorDetails } from '@atrium/contract/api-error';
import type { restoreBackup } from '@atrium/contract/configuration/backups';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../../api/use-change.ts';
import { readAfterRestore, restore } from './backup.queries.ts';

/** Returns to the version before a submit, as long as the one that it made is live. */
export function useUndoSubmit(
  { serviceId, version }: { serviceId: string; version: number },
  onUndone: () => void,
) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (backupId: string) => restore(backupId, { serviceId }, { onlyIfLive: version }),
    onSuccess: async () => {
      // Only then it is true again who changed what, and which pull is submitted.
      await readAfterRestore(client, [serviceId]);
      onUndone();
    },
  });
}

/** The live version, when an undo was refused because someone changed something after the submit. */
export function liveVersionAfter(error: unknown): number | undefined {
  return errorDetails<typeof restoreBackup, 'conflict'>(error, 409)?.version;
}
