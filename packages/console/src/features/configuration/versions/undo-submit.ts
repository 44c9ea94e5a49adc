import { errorDetails } from '@atrium/contract/api-error';
import type { restoreBackup } from '@atrium/contract/configuration/backups';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { readAfterRestore, restore } from './backup.queries.ts';

/** Returns to the version before a submit, as long as the one that it made is live. `progress` names how far it is. */
export function useUndoSubmit(
  { serviceId, version }: { serviceId: string; version: number },
  onUndone: () => void,
) {
  const client = useQueryClient();
  const [progress, setProgress] = useState('');
  const undoing = useChange({
    mutationFn: (backupId: string) => {
      const id = crypto.randomUUID();
      setProgress(id);
      return restore(backupId, { serviceId }, { onlyIfLive: version, progress: id });
    },
    onSuccess: async () => {
      // Only then it is true again who changed what, and which pull is submitted.
      await readAfterRestore(client, [serviceId]);
      onUndone();
    },
  });
  return { ...undoing, progress };
}

/** The live version, when an undo was refused because someone changed something after the submit. */
export function liveVersionAfter(error: unknown): number | undefined {
  return errorDetails<typeof restoreBackup, 'conflict'>(error, 409)?.version;
}
