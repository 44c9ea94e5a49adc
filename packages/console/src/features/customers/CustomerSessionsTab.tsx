import type { Session } from '@atrium/contract/accounts/sessions';
import { listCustomerSessions } from '@atrium/contract/customers/customer';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { EndSessions } from './EndSessions.tsx';

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
        empty={{ hint: 'No one in this customer’s domain is signed in.', action: null }}
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
