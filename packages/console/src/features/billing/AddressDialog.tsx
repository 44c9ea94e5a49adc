import { createAddress, listAddresses, updateAddress } from '@atrium/contract/billing/address';
import { type Address, SaveAddress } from '@atrium/contract/billing/address-fields';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { useWatch } from 'react-hook-form';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { AddressFields, emptyAddress, vatDoubt } from './AddressFields.tsx';

interface AddressDialogProps {
  /** The address to change; a new one when left out. */
  address?: Address;
  onClose: () => void;
}

export function AddressDialog({ address, onClose }: AddressDialogProps) {
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
