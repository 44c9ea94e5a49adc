import { type ChildUser, removeChild } from '@atrium/contract/accounts/children';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';
import { childrenKey, childrenQuery } from './account.queries.ts';
import { InviteDialog } from './InviteDialog.tsx';

export function ChildUsersCard() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(childrenQuery());
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<ChildUser | null>(null);
  const removal = useChange({
    mutationFn: (child: ChildUser) => call(removeChild, { params: { id: child.userId } }),
    onSuccess: (_, child) => showToast(`${child.username} was removed.`),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: childrenKey });
      setLeaving(null);
    },
  });
  return (
    <Card
      title="Child users"
      isFlush
      actions={
        <Button size="small" icon={<UserPlus aria-hidden size={16} />} onClick={() => setInviting(true)}>
          Invite a child user
        </Button>
      }
    >
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} className="mx-4 mb-4" />
      ) : data ? (
        <Table
          caption="Child users"
          columns={childColumns(setLeaving)}
          rows={data}
          rowKey={({ userId }) => userId}
        />
      ) : (
        <Skeleton className="px-4 pb-4" />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      <ConfirmDialog
        isOpen={leaving !== null}
        title="Remove child user"
        confirmLabel="Remove"
        isDangerous
        isBusy={removal.isPending}
        onCancel={() => setLeaving(null)}
        onConfirm={() => leaving && removal.mutate(leaving)}
      >
        Are you sure you want to remove child user "{leaving?.username}"? Its sessions end at once.
      </ConfirmDialog>
      <ErrorDialog title="The child user was not removed" error={removal.error} onClose={removal.reset} />
    </Card>
  );
}

function childColumns(onRemove: (child: ChildUser) => void): TableColumn<ChildUser>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      sortBy: ({ lastName, firstName }) => `${lastName} ${firstName}`,
      cell: ({ firstName, lastName, username }) => (
        <>
          {firstName} {lastName}
          <span className="block text-xs font-normal text-ink-soft">{username}</span>
        </>
      ),
    },
    { id: 'email', header: 'E-mail', cell: ({ email }) => email, sortBy: ({ email }) => email },
    { id: 'roles', header: 'Roles', cell: ({ roles }) => roles.join(', ') },
    {
      id: 'since',
      header: 'Since',
      sortBy: ({ createdOn }) => createdOn,
      cell: ({ createdOn, isConfirmed }) =>
        isConfirmed ? formatDate(createdOn) : <Badge tone="note">Invited</Badge>,
    },
    {
      id: 'remove',
      header: 'Remove',
      isHeaderHidden: true,
      align: 'end',
      cell: (child) => (
        <Button size="small" aria-label={`Remove ${child.username}`} onClick={() => onRemove(child)}>
          Remove
        </Button>
      ),
    },
  ];
}
