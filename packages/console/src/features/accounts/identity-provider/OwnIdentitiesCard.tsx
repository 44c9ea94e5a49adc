import {
  disconnectIdentity,
  listOwnIdentities,
  type OwnIdentity,
} from '@atrium/contract/accounts/own-identity';
import type { OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { useQuery } from '@tanstack/react-query';
import { useRemove } from '../../../api/use-remove.ts';
import { formatDate, formatDateTime } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { showToast } from '../../../ui/toast.ts';
import { ownIdentitiesQuery } from '../account.queries.ts';
import { ConnectAction } from './ConnectAction.tsx';

type Row = OfferedProvider & { identity?: OwnIdentity };

/** Identity providers that the user has connected or could connect. Hidden without providers. */
export function OwnIdentitiesCard() {
  const query = useQuery(ownIdentitiesQuery());
  const rows = query.data && [
    ...query.data.connected.map((identity): Row => ({ id: identity.id, name: identity.name, identity })),
    ...query.data.offered,
  ];
  if (query.isPending || rows?.length === 0) return null;
  return (
    <Card title="Sign-in with providers" isFlush>
      <p className="px-4 pb-3 text-sm text-ink-soft">
        Accounts elsewhere with which you sign in here. We send you an e-mail when one is connected or
        disconnected.
      </p>
      <EntityTable
        caption="Sign-in with providers"
        name="identities"
        query={{ ...query, data: rows }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ hint: 'No identity provider is set up.', action: null }}
      />
    </Card>
  );
}

const columns: TableColumn<Row>[] = [
  {
    id: 'name',
    header: 'Provider',
    isRowHeader: true,
    cell: ({ name, identity }) => (
      <>
        {name}
        <span className="block text-xs font-normal text-ink-soft">
          {identity ? `Connected ${formatDate(identity.connectedOn)}` : 'Not connected'}
        </span>
      </>
    ),
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ identity }) => (identity ? formatDateTime(identity.lastUsedOn) : 'Never'),
  },
  {
    id: 'action',
    header: 'Action',
    isHeaderHidden: true,
    align: 'end',
    cell: ({ id, name, identity }) => {
      if (identity?.isOfDomain) return <Badge>Set up by your domain</Badge>;
      return identity ? <DisconnectAction identity={identity} /> : <ConnectAction id={id} name={name} />;
    },
  },
];

function DisconnectAction({ identity: { id, name } }: { identity: OwnIdentity }) {
  const removal = useRemove(disconnectIdentity, {
    title: `Disconnect ${name}?`,
    question: `Are you sure you want to disconnect ${name}? You can no longer sign in with it, and other sessions that began with it end.`,
    confirmLabel: 'Disconnect',
    errorTitle: `${name} could not be disconnected`,
    request: { params: { id } },
    invalidates: [listOwnIdentities, listSessions],
    onRemoved: () => showToast(`${name} was disconnected.`),
  });
  return (
    <>
      <Button size="small" aria-label={`Disconnect ${name}`} onClick={removal.ask}>
        Disconnect
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
