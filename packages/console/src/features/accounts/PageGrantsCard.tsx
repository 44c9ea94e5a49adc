import { deletePageGrant, listPageGrants, type PageGrant } from '@atrium/contract/access-keys/page-grant';
import { namesOfPermissions } from '@atrium/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useRemove } from '../../api/use-remove.ts';
import { useServiceName } from '../../layout/use-service-name.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';

/** Permissions that the user currently grants to pages of services, in all of their sessions. */
export function PageGrantsCard() {
  const grants = useQuery(endpointQuery(listPageGrants, {}));
  return (
    <Card title="Pages with access" isFlush>
      <EntityTable
        caption="Pages with access"
        name="pages"
        query={grants}
        columns={columnsFor(useServiceName())}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Pages of services that you allow to act for you appear here until that ends.',
          action: null,
        }}
      />
    </Card>
  );
}

const columnsFor = (nameOf: (serviceId: string) => string): TableColumn<PageGrant>[] => [
  { id: 'service', header: 'Service', isRowHeader: true, cell: ({ serviceId }) => nameOf(serviceId) },
  {
    id: 'permissions',
    header: 'May',
    isLong: true,
    cell: ({ permissions }) => namesOfPermissions(permissions),
  },
  { id: 'expires', header: 'Until', cell: ({ expiresOn }) => formatDateTime(expiresOn) },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (grant) => <TakeBack grant={grant} />,
  },
];

function TakeBack({ grant: { id, serviceId } }: { grant: PageGrant }) {
  const name = useServiceName()(serviceId);
  const removal = useRemove(deletePageGrant, {
    title: 'Revoke access?',
    question: `Are you sure you want to revoke access for the pages of ${name}? It takes effect at once.`,
    confirmLabel: 'Revoke access',
    errorTitle: 'The access could not be revoked',
    request: { params: { id } },
    invalidates: [listPageGrants],
    onRemoved: () => showToast(`Access for the pages of ${name} was revoked.`),
  });
  return (
    <>
      <Button size="small" aria-label={`Revoke access for ${name}`} onClick={removal.ask}>
        Revoke access
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
