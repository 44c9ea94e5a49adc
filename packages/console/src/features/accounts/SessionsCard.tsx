import { endSession, type Session } from '@atrium/contract/accounts/sessions';
import { browserName } from '@atrium/widget/browser-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';
import { sessionsKey, sessionsQuery } from './account.queries.ts';

export function SessionsCard() {
  const { data, error, refetch } = useQuery(sessionsQuery());
  return (
    <Card title="Sessions" isFlush>
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} className="mx-4 mb-4" />
      ) : data ? (
        <Table caption="Sessions" columns={columns} rows={data} rowKey={({ id }) => id} />
      ) : (
        <Skeleton className="px-4 pb-4" />
      )}
    </Card>
  );
}

const columns: TableColumn<Session>[] = [
  {
    id: 'where',
    header: 'Where',
    isRowHeader: true,
    cell: ({ userAgent, address }) => (
      <>
        {browserName(userAgent)}
        <span className="block text-xs font-normal text-ink-soft">{address}</span>
      </>
    ),
  },
  { id: 'used', header: 'Last used', cell: ({ lastUsedOn }) => formatDateTime(lastUsedOn) },
  {
    id: 'end',
    header: 'End the session',
    isHeaderHidden: true,
    align: 'end',
    cell: (session) =>
      session.isCurrent ? <Badge tone="accent">This one</Badge> : <EndAction session={session} />,
  },
];

function EndAction({ session: { id, userAgent, address } }: { session: Session }) {
  const queryClient = useQueryClient();
  const ending = useChange({
    mutationFn: () => call(endSession, { params: { id } }),
    onSuccess: () => showToast('The session was ended.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
  return (
    <>
      <Button
        size="small"
        aria-label={`End this one: ${browserName(userAgent)} at ${address}`}
        isBusy={ending.isPending}
        onClick={() => ending.mutate()}
      >
        End this one
      </Button>
      <ErrorDialog title="The session was not ended" error={ending.error} onClose={ending.reset} />
    </>
  );
}
