import { type Bonus, saveBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { endpointKey } from '../../api/endpoint-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface BonusDialogProps {
  /** The bonus to change; a new one when left out. */
  bonus?: Bonus;
  onClose: () => void;
}

/** The server decides what is right; its words show inline. */
export function BonusDialog({ bonus, onClose }: BonusDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { key: bonus?.key ?? '', cents: String(bonus?.cents ?? '') } });
  const save = useMutation({
    mutationFn: (values: { key: string; cents: string }) =>
      call(saveBonus, { body: { ...(bonus && { id: bonus.id }), ...values } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: endpointKey(searchBonuses) });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={bonus === undefined ? 'New bonus' : 'Edit bonus'}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
        className="grid gap-4"
      >
        {save.isError && <ErrorAlert error={save.error} />}
        <TextField label="Name" error={errors['key']} {...form.register('key')} />
        <TextField
          label="Cents"
          type="number"
          min={0}
          step={1}
          error={errors['cents']}
          {...form.register('cents')}
        />
      </form>
    </Dialog>
  );
}
