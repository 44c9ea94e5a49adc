import { endOtherSessions, endSession, listSessions, type Session } from '@atrium/contract/accounts/sessions';
import { useQuery } from '@tanstack/react-query';
import { useRemove } from '../../api/use-remove.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';
import { sessionsQuery } from './account.queries.ts';

export function SessionsCard() {
  const sessions = useQuery(sessionsQuery());
  return (
    <Card
      title="Sessions"
      isFlush
      actions={sessions.data?.some(({ isCurrent }) => !isCurrent) && <EndOthersAction />}
    >
      <EntityTable
        caption="Sessions"
        query={sessions}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ hint: 'Every device that is signed in appears here.', action: null }}
      />
    </Card>
  );
}

const columns: TableColumn<Session>[] = [
  {
    id: 'where',
    header: 'Where',
    isRowHeader: true,
    cell: (session) => (
      <>
        {session.browser}
        <span className="block text-xs font-normal text-ink-soft">{session.address}</span>
        {session.via && <span className="block text-xs font-normal text-ink-soft">via {session.via}</span>}
        {session.openedBy && (
          <span className="block text-xs font-normal text-ink-soft">{describeOpening(session)}</span>
        )}
      </>
    ),
  },
  { id: 'since', header: 'Signed in', cell: ({ createdOn }) => formatDateTime(createdOn) },
  { id: 'used', header: 'Last used', cell: ({ lastUsedOn }) => formatDateTime(lastUsedOn) },
  {
    id: 'end',
    header: 'Sign out',
    isHeaderHidden: true,
    align: 'end',
    cell: (session) =>
      session.isCurrent ? <Badge tone="accent">This device</Badge> : <EndAction session={session} />,
  },
];

/** 'Opened by bo', for the user; for bo, also the name that the session is signed in as. */
function describeOpening({ openedBy, username }: Session): string {
  if (openedBy === null) return '';
  const opener = openedBy.kind === 'accessKey' ? `access key ${openedBy.name}` : openedBy.name;
  return `Signed in as ${username}, opened by ${opener}`;
}

function EndOthersAction() {
  const removal = useRemove(endOtherSessions, {
    title: 'End other sessions?',
    question:
      'Are you sure you want to end all sessions but this one? Every other device is signed out at once.',
    confirmLabel: 'End other sessions',
    errorTitle: 'The other sessions could not be ended',
    request: {},
    invalidates: [listSessions],
    onRemoved: () => showToast('All other sessions were ended.'),
  });
  return (
    <>
      <Button size="small" onClick={removal.ask}>
        End other sessions
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}

function EndAction({ session: { id, browser, address } }: { session: Session }) {
  const removal = useRemove(endSession, {
    title: 'Sign out this device?',
    question: `Are you sure you want to sign out ${browser} at ${address}?`,
    confirmLabel: 'Sign out',
    errorTitle: 'The device could not be signed out',
    request: { params: { id } },
    invalidates: [listSessions],
    onRemoved: () => showToast('That device was signed out.'),
  });
  return (
    <>
      <Button size="small" aria-label={`Sign out ${browser} at ${address}`} onClick={removal.ask}>
        Sign out
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
