import type { Service } from '@atrium/contract/services/service';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { ServiceGit } from '../configuration/public.ts';
import { Health } from './Health.tsx';
import type { ServiceState } from './use-services-health.ts';
import { Version, versionOf } from './Version.tsx';

interface ColumnsOptions {
  /** Links each service's page, which requires permission to read its configuration. */
  mayRead: boolean;
  /** Adds the state against connected repositories. */
  isConnected: boolean;
}

export function healthColumns({ mayRead, isConnected }: ColumnsOptions): TableColumn<ServiceState>[] {
  return [
    { ...nameColumn, cell: ({ service }) => <ServiceName service={service} mayRead={mayRead} /> },
    ...columns,
    ...(isConnected ? [gitColumn] : []),
  ];
}

function ServiceName({ service, mayRead }: { service: Service; mayRead: boolean }) {
  return (
    <>
      {mayRead ? <AppLink href={paths.service(service.id)}>{service.name}</AppLink> : service.name}
      {service.health.fe !== null && (
        <AppLink href={paths.servicePages(service.id)} className="link block text-sm font-normal">
          Pages of {service.name}
        </AppLink>
      )}
    </>
  );
}

const nameColumn = {
  id: 'name',
  header: 'Name',
  isRowHeader: true,
  sortBy: ({ service }: ServiceState) => service.name,
};

const gitColumn: TableColumn<ServiceState> = {
  id: 'git',
  header: 'Git',
  isLong: true,
  cell: ({ service }) => <ServiceGit service={service} />,
};

const columns: TableColumn<ServiceState>[] = [
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
