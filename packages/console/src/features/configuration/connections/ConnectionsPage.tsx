import {
  type Connection,
  createConnection,
  deleteConnection,
  listConnections,
  makeConnectionDefault,
  testConnection,
  updateConnection,
} from '@atrium/contract/connections/connections';
import type { ConnectionState } from '@atrium/contract/connections/git-state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { Help } from '../../../layout/Help.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Pencil } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { ConnectionNotices } from './ConnectionNotices.tsx';
import { ConnectionTestDialog } from './ConnectionTestDialog.tsx';
import { connectionsQuery, placeOf, signInOf } from './connections.queries.ts';
import { stateWords, useGitStates } from './git-states.ts';
import { OfferedRepositoryDialog } from './OfferedRepositoryDialog.tsx';

interface ConnectionsPageProps {
  /** Dialog with the state of a connection; passed in, because the pull's modules import this folder. */
  Details?: ComponentType<{ connection: Connection; onClose: () => void }>;
  /** Button that pulls at once, for the same reason. */
  Pull?: ComponentType<{ connection: Connection; label: string }>;
}

/** Repositories that the domain is connected with. */
export function ConnectionsPage({ Details, Pull }: ConnectionsPageProps) {
  const connections = useQuery(connectionsQuery());
  const [edited, setEdited] = useState<Connection | 'new' | null>(null);
  const [tested, setTested] = useState<Connection | null>(null);
  const [shownId, setShownId] = useAddressed('connection');
  const [grantId, setGrantId] = useAddressed('grant');
  const shown = connections.data?.connections.find(({ id }) => id === shownId);
  const states = useGitStates().data?.connections;
  const refusal = useRefusal(createConnection);
  // An empty list has the same button in its middle.
  const add = connections.data?.connections.length !== 0 && (
    <Button variant="primary" refusal={refusal} onClick={() => setEdited('new')}>
      Connect a repository
    </Button>
  );
  const columns: TableColumn<Connection>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, isDefault }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {name}
          {isDefault && <Badge tone="accent">Default</Badge>}
        </span>
      ),
    },
    {
      id: 'repository',
      header: 'Repository',
      isLong: true,
      className: 'wrap-anywhere',
      cell: (connection) => placeOf(connection),
    },
    {
      id: 'state',
      header: 'State',
      cell: ({ id, name }) => (
        <StateButton
          name={name}
          state={states?.find(({ connectionId }) => connectionId === id)}
          onOpen={() => setShownId(id)}
        />
      ),
    },
    { id: 'branch', header: 'Branch', cell: ({ defaultBranch }) => defaultBranch ?? 'The default one' },
    { id: 'sign-in', header: 'Sign-in', cell: (connection) => <SignIn connection={connection} /> },
    {
      id: 'changed',
      header: 'Changed',
      cell: ({ changedBy, changedOn }) => `${formatDateTime(changedOn)} by ${changedBy}`,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (connection) => (
        <ConnectionActions
          connection={connection}
          onTest={() => setTested(connection)}
          onEdit={() => setEdited(connection)}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader title="Connections" description={<Help topic="connections" />} actions={add} />
      <ConnectionNotices Pull={Pull} />
      <Card isFlush>
        <EntityTable
          caption="Connections"
          query={{ ...connections, data: connections.data?.connections }}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            title: 'No repository is connected',
            hint: 'With a connection, pulls and pushes ask for no address and no password.',
            action: (
              <Button refusal={refusal} onClick={() => setEdited('new')}>
                Connect a repository
              </Button>
            ),
          }}
        />
      </Card>
      {edited !== null && (
        <ConnectionDialog
          {...(edited !== 'new' && { connection: edited })}
          onSaved={setTested}
          onClose={() => setEdited(null)}
        />
      )}
      {grantId !== undefined && (
        <OfferedRepositoryDialog
          grantId={grantId}
          onSaved={setTested}
          onClose={() => setGrantId(undefined)}
        />
      )}
      {shown && Details && <Details connection={shown} onClose={() => setShownId(undefined)} />}
      {tested !== null && (
        <ConnectionTestDialog
          connection={tested}
          onEdit={() => {
            setTested(null);
            setEdited(tested);
          }}
          onClose={() => setTested(null)}
        />
      )}
    </>
  );
}

interface StateButtonProps {
  name: string;
  state: ConnectionState | undefined;
  onOpen: () => void;
}

function StateButton({ name, state, onOpen }: StateButtonProps) {
  const words = state && stateWords(state);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {words && <Badge tone={words.tone}>{words.text}</Badge>}
      <Button size="small" aria-label={`Details of ${name}`} onClick={onOpen}>
        Details
      </Button>
    </span>
  );
}

function SignIn({ connection }: { connection: Connection }) {
  const { kind, hostKey } = connection;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {signInOf(connection)}
      {kind === 'key' && hostKey === null && <Badge tone="warn">Host not confirmed</Badge>}
    </span>
  );
}

interface ConnectionActionsProps {
  connection: Connection;
  onTest: () => void;
  onEdit: () => void;
}

function ConnectionActions({ connection, onTest, onEdit }: ConnectionActionsProps) {
  const { id, name, isDefault } = connection;
  const refusals = {
    test: useRefusal(testConnection),
    makeDefault: useRefusal(makeConnectionDefault),
    edit: useRefusal(updateConnection),
    remove: useRefusal(deleteConnection),
  };
  const client = useQueryClient();
  const making = useChange({
    mutationFn: () => call(makeConnectionDefault, { params: { id } }),
    onSuccess: () => readAgain(client, [listConnections]),
  });
  const removal = useRemove(deleteConnection, {
    title: 'Delete the connection',
    question: `Are you sure you want to delete the connection ${name}?`,
    request: { params: { id } },
    invalidates: [listConnections],
    before: (error) =>
      error === null && (
        <p className="mt-3">
          {`Pull and push forget its ${{ password: 'password', key: 'deploy key', app: 'access' }[connection.kind]} and no longer offer it. The repository and what is live stay as they are.`}
          {isDefault && ' If there are other connections, the oldest becomes the default.'}
        </p>
      ),
  });
  return (
    <span className="flex flex-wrap items-center justify-end gap-1 xl:flex-nowrap xl:whitespace-nowrap">
      <Button
        size="small"
        aria-label={`Test the connection ${name}`}
        refusal={refusals.test}
        onClick={onTest}
      >
        Test
      </Button>
      {!isDefault && (
        <Button
          size="small"
          aria-label={`Make ${name} the default`}
          isBusy={making.isPending}
          refusal={refusals.makeDefault}
          onClick={() => making.mutate()}
        >
          Make default
        </Button>
      )}
      <IconButton
        label={`Edit the connection ${name}`}
        icon={<Pencil aria-hidden size={18} />}
        refusal={refusals.edit}
        onClick={onEdit}
      />
      <DeleteAction name={`the connection ${name}`} removal={removal} refusal={refusals.remove} />
      <ErrorDialog title="The default was not changed" error={making.error} onClose={making.reset} />
    </span>
  );
}
