import {
  deleteVersions,
  listServiceVersions,
  type ServiceVersions,
} from '@atrium/contract/configuration/old-versions';
import { listLimits } from '@atrium/contract/limits/limits';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { Button } from '../../ui/Button.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { showToast } from '../../ui/toast.ts';

/** Deletes the oldest versions of a service, after a question that names them. */
export function DeleteOldVersions({ versions }: { versions: ServiceVersions }) {
  const { serviceId, serviceName, oldestVersion, offeredBefore, liveVersion } = versions;
  const last = offeredBefore - 1;
  const named = oldestVersion === last ? `version ${last}` : `versions ${oldestVersion} to ${last}`;
  const removal = useRemove(deleteVersions, {
    title: 'Delete old versions',
    question:
      `Are you sure you want to delete ${named} of ${serviceName}? They can no longer be viewed, compared or ` +
      `restored. Versions ${offeredBefore} to ${liveVersion} stay.`,
    errorTitle: 'The versions could not be deleted',
    request: { body: { serviceId, before: offeredBefore } },
    invalidates: [listServiceVersions, listLimits],
    onRemoved: () => showToast(`Deleted ${named} of ${serviceName}.`),
  });
  const refusal = useRefusal(deleteVersions);
  if (last < oldestVersion) return null;
  return (
    <>
      <Button
        size="small"
        aria-label={`Delete ${named} of ${serviceName}`}
        refusal={refusal}
        onClick={removal.ask}
      >
        Delete old versions
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
