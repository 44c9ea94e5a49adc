import { fullName } from '@atrium/contract/accounts/full-name';
import { giveRoles, type Person } from '@atrium/contract/accounts/people';
import type { Role } from '@atrium/contract/accounts/roles';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '../../api/session.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { formatQuantity } from '../../lib/format.ts';
import { formatDate } from '../../lib/format-date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { RemoveChild } from './RemoveChild.tsx';
import { labelsOf } from './rights.ts';
import { SendInvitation } from './SendInvitation.tsx';

interface PeopleCardProps {
  people: UseQueryResult<Person[]>;
  roles: readonly Role[];
  onShow: (person: Person) => void;
  onGive: (person: Person) => void;
}

export function PeopleCard({ people, roles, onShow, onGive }: PeopleCardProps) {
  const auth = useAuth();
  const refusal = useRefusal(giveRoles);
  const isChangeable = ({ isOwner, userId }: Person) => !isOwner && userId !== auth.user?.userId;
  const columns: TableColumn<Person>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      sortBy: ({ lastName, firstName }) => `${lastName} ${firstName}`,
      cell: (person) => (
        <>
          {fullName(person)}
          <span className="block text-xs font-normal text-ink-soft">{person.username}</span>
          {!person.isConfirmed && <InvitationEnd endsOn={person.invitationEndsOn} />}
        </>
      ),
    },
    { id: 'email', header: 'E-mail', isLong: true, cell: ({ email }) => email, sortBy: ({ email }) => email },
    { id: 'roles', header: 'Roles', cell: (person) => labelsOf(person, roles) },
    {
      id: 'rights',
      header: 'Permissions',
      cell: (person) => {
        const count = formatQuantity(person.permissions.length, 'permission');
        return (
          <Button size="small" aria-label={`${count} of ${person.username}`} onClick={() => onShow(person)}>
            {count}
          </Button>
        );
      },
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (person) =>
        isChangeable(person) && (
          <span className="flex flex-wrap justify-end gap-2">
            {!person.isConfirmed && <SendInvitation child={person} />}
            <Button
              size="small"
              aria-label={`Roles of ${person.username}`}
              refusal={refusal}
              onClick={() => onGive(person)}
            >
              Roles
            </Button>
            <RemoveChild child={person} />
          </span>
        ),
    },
  ];
  return (
    <Card title="In this domain" isFlush>
      <EntityTable
        caption="People"
        name="people"
        query={people}
        columns={columns}
        rowKey={({ userId }) => userId}
        empty={{ hint: 'Everyone who works in this domain is listed here.', action: null }}
      />
    </Card>
  );
}

/** Marks an unaccepted invitation, with its expiry. */
function InvitationEnd({ endsOn }: { endsOn: string | null }) {
  const [now] = useState(() => Date.now());
  return (
    <>
      <Badge tone="note">Invited</Badge>
      {endsOn && (
        <span className="block text-xs font-normal text-ink-soft">
          The invitation {Date.parse(endsOn) > now ? 'expires' : 'expired'} on {formatDate(endsOn)}
        </span>
      )}
    </>
  );
}
