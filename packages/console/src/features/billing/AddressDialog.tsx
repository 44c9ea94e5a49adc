import {
  type Address,
  createAddress,
  listAddresses,
  SaveAddress,
  updateAddress,
} from '@atrium/contract/billing/address';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { AddressFields, type AddressValues, emptyAddress } from './AddressFields.tsx';

interface AddressDialogProps {
  /** The address to change; a new one when left out. */
  address?: Address;
  onClose: () => void;
}

export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const form = useForm<AddressValues, unknown, z.output<typeof SaveAddress>>({
    resolver: zodResolver(SaveAddress),
    defaultValues: address ?? emptyAddress,
  });
  const save = useChange({
    mutationFn: (body: AddressValues) =>
      address === undefined
        ? call(createAddress, { body }, { idempotencyKey: keyOf(body) })
        : call(updateAddress, { params: { id: address.id }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: endpointKey(listAddresses) });
      onClose();
    },
    onError: (error) => {
      for (const [field, message] of Object.entries(fieldErrors(error))) {
        if (field in emptyAddress) form.setError(field as keyof AddressValues, { message });
      }
    },
  });
  const submit = form.handleSubmit((values) => save.mutate(values));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={address === undefined ? 'Add Address' : 'Edit Address'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <AddressFields register={form.register} errors={form.formState.errors} />
      </form>
      <ErrorDialog error={save.error} onClose={save.reset} />
    </Dialog>
  );
}
