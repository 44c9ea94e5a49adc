import {
  createAddress,
  deleteAddress,
  listAddresses,
  makeAddressDefault,
  updateAddress,
} from '@atrium/contract/billing/address';
import { type Address, SaveAddress } from '@atrium/contract/billing/address-fields';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pencil } from '../../ui/icons.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { showToast } from '../../ui/toast.ts';
import { AddressFields, emptyAddress, vatDoubt } from './AddressFields.tsx';
import { addressesQuery } from './billing.queries.ts';
import { countryName } from './countries.ts';
import { DefaultAction } from './DefaultAction.tsx';
import { DeleteOwned } from './DeleteOwned.tsx';

/** Addresses may hold 200 characters without a space. */
const typed = 'min-w-36 wrap-anywhere';

function vatOf({ companyVat, isVatUnusual = false }: Address): ReactNode {
  if (!isVatUnusual) return companyVat;
  return (
    <>
      {companyVat}
      <span className="block text-xs text-warn">{vatDoubt(companyVat)}</span>
    </>
  );
}

const nameOf = ({ addressLine1 }: Address) => `address ${addressLine1}`;

export function AddressesTable() {
  const addresses = useQuery(addressesQuery());
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const addRefusal = useRefusal(createAddress);
  const editRefusal = useRefusal(updateAddress);
  const columns: TableColumn<Address>[] = [
    { id: 'country', header: 'Country', cell: ({ addressCountry }) => countryName(addressCountry) },
    { id: 'city', header: 'City', className: typed, cell: ({ addressCity }) => addressCity },
    {
      id: 'address',
      header: 'Address',
      isRowHeader: true,
      className: typed,
      cell: ({ addressLine1, addressLine2 }) => [addressLine1, addressLine2].filter(Boolean).join(', '),
    },
    { id: 'zip', header: 'ZIP', className: 'min-w-20 wrap-anywhere', cell: ({ addressZip }) => addressZip },
    { id: 'company', header: 'Company', className: typed, cell: ({ companyName }) => companyName },
    { id: 'vat', header: 'VAT', className: typed, cell: vatOf },
    {
      id: 'default',
      header: 'Default',
      cell: (address) => (
        <DefaultAction
          id={address.id}
          name={nameOf(address)}
          isDefault={address.defaultAddress}
          makeDefault={makeAddressDefault}
          list={listAddresses}
        />
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (address) => (
        <span className="flex items-center justify-end">
          <IconButton
            label={`Edit ${nameOf(address)}`}
            icon={<Pencil aria-hidden size={18} />}
            refusal={editRefusal}
            onClick={() => setEdited(address)}
          />
          <DeleteOwned id={address.id} name={nameOf(address)} remove={deleteAddress} list={listAddresses} />
        </span>
      ),
    },
  ];
  return (
    <Card
      title="Addresses"
      isFlush
      actions={
        <Button refusal={addRefusal} onClick={() => setEdited('new')}>
          Add Address
        </Button>
      }
    >
      <EntityTable
        caption="Addresses"
        query={addresses}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Invoices are made out to your default address.',
          action: (
            <Button refusal={addRefusal} onClick={() => setEdited('new')}>
              Add an address
            </Button>
          ),
        }}
      />
      {edited !== null && (
        <AddressDialog {...(edited !== 'new' && { address: edited })} onClose={() => setEdited(null)} />
      )}
    </Card>
  );
}

interface AddressDialogProps {
  /** Address to edit; creates one if omitted. */
  address?: Address;
  onClose: () => void;
}

function AddressDialog({ address, onClose }: AddressDialogProps) {
  const form = useEndpointForm(address === undefined ? createAddress : updateAddress, {
    schema: SaveAddress,
    defaults: address ?? emptyAddress,
    params: address && { id: address.id },
    // A first address is written on invoices that had none.
    invalidates: [listAddresses, listInvoices, getInvoice],
    onDone: ({ isVatUnusual, companyVat }) => {
      if (isVatUnusual) showToast(`The address is saved. ${vatDoubt(companyVat)}`, 'note');
      onClose();
    },
  });
  const country = useWatch({ control: form.control, name: 'addressCountry' });
  return (
    <FormDialog form={form} title={address === undefined ? 'Add Address' : 'Edit Address'} onClose={onClose}>
      <AddressFields field={form.field} country={country} />
    </FormDialog>
  );
}
