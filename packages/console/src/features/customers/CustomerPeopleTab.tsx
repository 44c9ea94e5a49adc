import { fullName } from '@atrium/contract/accounts/full-name';
import { type Customer, type CustomerPerson, listCustomerPeople } from '@atrium/contract/customers/customer';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { ActAsDialog } from './ActAsDialog.tsx';
import { SendReset } from './SendReset.tsx';

export function CustomerPeopleTab({ id, customer }: { id: string; customer: Pick<Customer, 'closedOn'> }) {
  const [actedAs, setActedAs] = useState<CustomerPerson | null>(null);
  const people = useQuery(endpointQuery(listCustomerPeople, { params: { id } }));
  return (
    <Card title="People" isFlush>
      <EntityTable
        caption="People"
        name="people"
        pageSize={50}
        query={people}
        columns={columnsFor(id, setActedAs)}
        rowKey={({ userId }) => userId}
        empty={{
          hint: customer.closedOn
            ? 'The account is closed, so that its people cannot sign in. They are listed again once it is reopened.'
            : 'Everyone in this domain has left it.',
          action: null,
        }}
      />
      {actedAs && <ActAsDialog id={id} person={actedAs} onClose={() => setActedAs(null)} />}
    </Card>
  );
}

const columnsFor = (id: string, onActAs: (person: CustomerPerson) => void): TableColumn<CustomerPerson>[] => [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: (person) => (
      <>
        {fullName(person)}
        <span className="block text-xs font-normal text-ink-soft">{person.username}</span>
      </>
    ),
  },
  { id: 'email', header: 'E-mail', className: 'wrap-anywhere', cell: ({ email }) => email },
  {
    id: 'state',
    header: 'State',
    cell: ({ isOwner, isAdmin, isConfirmed }) => (
      <span className="inline-flex flex-wrap gap-1">
        {isOwner && <Badge tone="accent">Owner</Badge>}
        {isAdmin && <Badge tone="accent">Administrator</Badge>}
        {!isConfirmed && <Badge tone="note">Not confirmed</Badge>}
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (person) => (
      <span className="flex flex-wrap justify-end gap-2">
        {person.isConfirmed && !person.isAdmin && (
          <Button size="small" aria-label={`Act as ${person.username}`} onClick={() => onActAs(person)}>
            Act as
          </Button>
        )}
        {person.isConfirmed && <SendReset id={id} person={person} />}
      </span>
    ),
  },
];
