import type { ServiceVersions } from '@atrium/contract/configuration/old-versions';
import { listServiceVersions } from '@atrium/contract/configuration/old-versions';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { PullLink } from '../../layout/PullLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { DeleteOldVersions } from './DeleteOldVersions.tsx';

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
