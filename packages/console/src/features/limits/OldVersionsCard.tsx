import {
  deleteVersions,
  listServiceVersions,
  type ServiceVersions,
} from '@atrium/contract/configuration/old-versions';
import { listLimits } from '@atrium/contract/limits/limits';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { PullLink } from '../../layout/PullLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';

/** The versions that each service keeps; the oldest can be deleted. */
export function OldVersionsCard() {
  const versions = useQuery(endpointQuery(listServiceVersions, {}));
  return (
    <Card title="Versions of the configuration" isFlush>
      <EntityTable
        caption="Versions of the configuration"
        name="versions"
        query={versions}
        columns={columns}
        rowKey={({ serviceId }) => serviceId}
        expectedRows={2}
        empty={{
          hint: 'Every change of the configuration makes a version, which is kept here.',
          action: <PullLink />,
        }}
      />
    </Card>
  );
}

const columns: TableColumn<ServiceVersions>[] = [
  { id: 'service', header: 'Service', isRowHeader: true, cell: ({ serviceName }) => serviceName },
  {
    id: 'kept',
    header: 'Versions',
    cell: ({ oldestVersion, liveVersion }) => `${oldestVersion} to ${liveVersion}`,
  },
  {
    id: 'delete',
    header: 'Delete',
    isHeaderHidden: true,
    align: 'end',
    cell: (versions) => <DeleteOldVersions versions={versions} />,
  },
];

/** Deletes the oldest versions of a service, after a question that names them. */
function DeleteOldVersions({ versions }: { versions: ServiceVersions }) {
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
