import { MovedFiles } from '@atrium/contract/configuration/confirm';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, errorDetails } from '../../api/api-error.ts';
import { useChange } from '../../api/use-change.ts';
import { backupsKey, restore } from './import/import.queries.ts';
import { localMetadataQuery } from './pull.queries.ts';

/** Returns to the version before a submit, as long as the one that it made is live. */
export function useUndoSubmit(
  { serviceId, version }: { serviceId: string; version: number },
  onUndone: () => void,
) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (backupId: string) => restore(backupId, { serviceId }, { onlyIfLive: version }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: backupsKey() });
      void client.invalidateQueries({ queryKey: localMetadataQuery(serviceId).queryKey });
      onUndone();
    },
  });
}

/** The live version, when an undo was refused because somebody changed something after the submit. */
export function liveVersionAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return MovedFiles.safeParse(errorDetails(error)).data?.version;
}
