import type { ChildUser } from '@atrium/contract/accounts/children';
import { fullName } from '@atrium/contract/accounts/full-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/format-date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { UserPlus } from '../../ui/icons.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { childrenQuery } from './account.queries.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { RemoveChild } from './RemoveChild.tsx';

export function ChildUsersCard() {
  const children = useQuery(childrenQuery());
  const [isInviting, setInviting] = useState(false);
  return (
    <Card
      title="Child users"
      isFlush
      actions={
        <Button size="small" icon={<UserPlus aria-hidden size={16} />} onClick={() => setInviting(true)}>
          Invite a person
        </Button>
      }
    >
      <EntityTable
        caption="Child users"
        query={children}
        columns={columns}
        rowKey={({ userId }) => userId}
        empty={{
          hint: 'Child users work in your domain, and you pay for what they use.',
          action: <Button onClick={() => setInviting(true)}>Invite someone</Button>,
        }}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Card>
  );
}

const columns: TableColumn<ChildUser>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    sortBy: ({ lastName, firstName }) => `${lastName} ${firstName}`,
    cell: (person) => (
      <>
        {fullName(person)}
        <span className="block text-xs font-normal text-ink-soft">{person.username}</span>
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
    cell: (child) => <RemoveChild child={child} />,
  },
];
