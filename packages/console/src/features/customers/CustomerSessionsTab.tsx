import type { Session } from '@atrium/contract/accounts/sessions';
import { listCustomerSessions } from '@atrium/contract/customers/customer';
import { endCustomerSessions } from '@atrium/contract/customers/customer-help';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useRemove } from '../../api/use-remove.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';

export function CustomerSessionsTab({ id }: { id: string }) {
  const sessions = useQuery(endpointQuery(listCustomerSessions, { params: { id } }));
  return (
    <Card title="Sessions" isFlush actions={(sessions.data?.length ?? 0) > 0 && <EndSessions id={id} />}>
      <EntityTable
        caption="Sessions"
        name="sessions"
        pageSize={50}
        query={sessions}
        columns={columnsFor(id)}
        rowKey={(session) => session.id}
        empty={{ title: 'No sessions', hint: 'No one in this customer’s domain is signed in.', action: null }}
      />
    </Card>
  );
}

const columnsFor = (id: string): TableColumn<Session>[] => [
  {
    id: 'who',
    header: 'Who',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ username, openedBy }) => (
      <>
        {username}
        {openedBy && (
          <span className="block text-xs font-normal text-ink-soft">
            Opened by {openedBy.kind === 'accessKey' ? `access key ${openedBy.name}` : openedBy.name}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'where',
    header: 'Where',
    cell: ({ browser, address }) => (
      <>
        {browser}
        <span className="block text-xs text-ink-soft">{address}</span>
      </>
    ),
  },
  { id: 'since', header: 'Signed in', cell: ({ createdOn }) => formatDateTime(createdOn) },
  { id: 'used', header: 'Last used', cell: ({ lastUsedOn }) => formatDateTime(lastUsedOn) },
  {
    id: 'end',
    header: 'End',
    isHeaderHidden: true,
    align: 'end',
    cell: ({ id: sessionId, username, browser, address }) => (
      <EndSessions id={id} session={{ id: sessionId, name: `${username}, ${browser} at ${address}` }} />
    ),
  },
];

interface EndSessionsProps {
  /** Id of the customer. */
  id: string;
  /** Session to end, with its name; all sessions if omitted. */
  session?: { id: string; name: string };
}

/** Signs users of a customer out, of one session or of all. */
function EndSessions({ id, session }: EndSessionsProps) {
  const removal = useRemove(endCustomerSessions, {
    title: session === undefined ? 'End all sessions?' : 'End this session?',
    question:
      session === undefined
        ? 'Are you sure you want to sign out everyone in this customer’s domain?'
        : `Are you sure you want to end the session of ${session.name}?`,
    confirmLabel: 'Sign out',
    errorTitle: 'The sessions could not be ended',
    request: { params: { id }, body: { ...(session && { sessionId: session.id }) } },
    invalidates: [listCustomerSessions],
    onRemoved: () => showToast(session === undefined ? 'All sessions were ended.' : 'The session was ended.'),
  });
  return (
    <>
      <Button size="small" aria-label={session && `End the session of ${session.name}`} onClick={removal.ask}>
        {session === undefined ? 'End all' : 'End'}
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
