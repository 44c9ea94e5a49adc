import { fullName } from '@atrium/contract/accounts/full-name';
import { type Customer, type CustomerPerson, listCustomerPeople } from '@atrium/contract/customers/customer';
import { ActAsCustomer, actAsCustomer } from '@atrium/contract/customers/customer-acting';
import { sendCustomerReset } from '@atrium/contract/customers/customer-help';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { useRemove } from '../../api/use-remove.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';

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

interface ActAsDialogProps {
  /** Id of the customer. */
  id: string;
  person: CustomerPerson;
  onClose: () => void;
}

function ActAsDialog({ id, person: { userId, username }, onClose }: ActAsDialogProps) {
  const form = useEndpointForm(actAsCustomer, {
    schema: ActAsCustomer,
    defaults: { userId, reason: '' },
    params: { id },
    // Reloads as another user, so that no data of this page remains.
    onDone: () => window.location.assign(paths.dashboard()),
  });
  return (
    <FormDialog
      form={form}
      title={`Act as ${username}?`}
      description="You see the console as they do, for up to an hour. Every change is logged with both names. Their password, second factors, keys and cards stay out of reach."
      size="small"
      saveLabel="Act as customer"
      errorTitle="You cannot act as this person"
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint="It is in the customer’s log"
        required
        autoComplete="off"
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

interface SendResetProps {
  /** Id of the customer. */
  id: string;
  person: CustomerPerson;
}

/** Sends the mail to choose a new password, for a user who can't sign in. */
function SendReset({ id, person: { userId, username, email } }: SendResetProps) {
  const sending = useRemove(sendCustomerReset, {
    title: 'Send a reset link?',
    question: `Are you sure you want to send ${email} a link to choose a new password? Their password stays until they use it.`,
    confirmLabel: 'Send',
    errorTitle: 'The e-mail could not be sent',
    request: { params: { id }, body: { userId } },
    invalidates: [listCustomerPeople],
    onRemoved: () => showToast(`A link to choose a new password goes to ${email}.`),
  });
  return (
    <>
      <Button size="small" aria-label={`Send reset to ${username}`} onClick={sending.ask}>
        Send reset
      </Button>
      <RemoveDialog removal={sending} />
    </>
  );
}
