import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { Health } from './Health.tsx';
import type { ServiceState } from './use-services-health.ts';
import { Version, versionOf } from './Version.tsx';

export const columns: TableColumn<ServiceState>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ service }) =>
      service.health.fe === null ? (
        service.name
      ) : (
        <AppLink href={paths.servicePages(service.id)}>{service.name}</AppLink>
      ),
    sortBy: ({ service }) => service.name,
  },
  {
    id: 'uri',
    header: 'URI',
    isLong: true,
    cell: ({ service }) => <code className="font-mono text-xs">{service.uri}</code>,
  },
  {
    id: 'service-health',
    header: 'Service health',
    cell: ({ health }) => <Health health={health?.be} />,
    sortBy: ({ health }) => health?.be.status,
  },
  {
    id: 'service-version',
    header: 'Service version',
    cell: ({ service, health }) => <Version build={versionOf(health?.be, service.info.be)} />,
  },
  {
    id: 'ui-health',
    header: 'UI health',
    cell: ({ health }) => <Health health={health?.fe} />,
    sortBy: ({ health }) => health?.fe.status,
  },
  {
    id: 'ui-version',
    header: 'UI version',
    cell: ({ service, health }) => <Version build={versionOf(health?.fe, service.info.fe)} />,
  },
];
