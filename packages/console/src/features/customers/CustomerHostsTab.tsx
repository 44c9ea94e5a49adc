import type { Customer } from '@atrium/contract/customers/customer';
import {
  addCustomerHost,
  type CustomerHost,
  listCustomerHosts,
  removeCustomerHost,
  TypedHost,
} from '@atrium/contract/customers/customer-hosts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { useRemove } from '../../api/use-remove.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { refuse } from '../../ui/refusal.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';

/** Host names at which functions of a customer are called. */
export function CustomerHostsTab({ id, customer }: { id: string; customer: Customer }) {
  const hosts = useQuery(endpointQuery(listCustomerHosts, { params: { id } }));
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button
      refusal={customer.closedOn ? refuse('This domain was closed by its owner.') : undefined}
      onClick={() => setAdding(true)}
    >
      Assign a host name
    </Button>
  );
  return (
    <Card
      title="Host names"
      description="Functions of this customer are called at these names, too, with the same paths. The name has to lead to the addresses of functions, and the proxy needs a certificate for it."
      actions={(hosts.data?.length ?? 0) > 0 && add}
      isFlush
    >
      <EntityTable
        caption="Host names"
        name="host names"
        query={hosts}
        columns={columnsOf(customer)}
        rowKey={({ hostName }) => hostName}
        empty={{
          title: 'No host names',
          hint: 'Functions of this customer are called at the address that every domain has.',
          action: add,
        }}
      />
      {isAdding && <AddHostDialog customer={customer} onClose={() => setAdding(false)} />}
    </Card>
  );
}

const columnsOf = (customer: Customer): TableColumn<CustomerHost>[] => [
  {
    id: 'name',
    header: 'Host name',
    isRowHeader: true,
    cell: ({ hostName }) => <span className="font-mono wrap-anywhere">{hostName}</span>,
  },
  {
    id: 'address',
    header: 'Address',
    cell: ({ address }) =>
      address === null ? (
        'ATRIUM_FUNCTIONS_URL is missing'
      ) : (
        <span className="font-mono wrap-anywhere">{address}</span>
      ),
  },
  { id: 'since', header: 'Since', cell: ({ createdOn }) => formatDateTime(createdOn) },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (host) => <RemoveHost customer={customer} host={host} />,
  },
];

interface RemoveHostProps {
  customer: Customer;
  host: CustomerHost;
}

function RemoveHost({ customer: { id, name }, host: { hostName, address } }: RemoveHostProps) {
  const removal = useRemove(removeCustomerHost, {
    title: `Remove ${hostName}?`,
    question: `Nothing answers at ${address ?? hostName} any more: callers of every function of ${name} at this name get an error. Its other addresses stay.`,
    confirmLabel: 'Remove',
    errorTitle: 'The host name could not be removed',
    request: { params: { id, hostName } },
    invalidates: [listCustomerHosts],
    onRemoved: () => showToast(`${hostName} was removed.`),
  });
  return <DeleteAction name={`host name ${hostName}`} removal={removal} />;
}

function AddHostDialog({ customer: { id, name }, onClose }: { customer: Customer; onClose: () => void }) {
  const form = useEndpointForm(addCustomerHost, {
    schema: TypedHost,
    defaults: { hostName: '' },
    params: { id },
    invalidates: [listCustomerHosts],
    onDone: ({ hostName }) => {
      showToast(`Functions of ${name} answer at ${hostName}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Assign a host name to ${name}`}
      description="Make sure that the name is theirs: whoever has it decides what their visitors see there."
      size="small"
      saveLabel="Assign"
      errorTitle="The host name could not be assigned"
      onClose={onClose}
    >
      <TextField
        label="Host name"
        hint="Such as shop.example, without https:// and path"
        required
        autoComplete="off"
        spellCheck={false}
        {...form.field('hostName')}
      />
    </FormDialog>
  );
}
