import { endpointKey } from '@atrium/contract/endpoint-key';
import { type Bonus, saveBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { TextField } from '../../ui/TextField.tsx';
import { SaveDialog } from './SaveDialog.tsx';

interface BonusDialogProps {
  /** The bonus to change; a new one when left out. */
  bonus?: Bonus;
  onClose: () => void;
}

/** The server decides what is right; its words show inline. */
export function BonusDialog({ bonus, onClose }: BonusDialogProps) {
  const client = useQueryClient();
  const form = useForm({ defaultValues: { key: bonus?.key ?? '', cents: String(bonus?.cents ?? '') } });
  const save = useChange({
    mutationFn: (values: { key: string; cents: string }) =>
      call(saveBonus, { body: { ...(bonus && { id: bonus.id }), ...values } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: endpointKey(searchBonuses) });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  return (
    <SaveDialog
      title={bonus === undefined ? 'New bonus' : 'Edit bonus'}
      size="small"
      error={save.error}
      isSaving={save.isPending}
      onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
      onClose={onClose}
    >
      <TextField label="Name" error={errors['key']} {...form.register('key')} />
      <TextField
        label="Cents"
        type="number"
        min={0}
        step={1}
        error={errors['cents']}
        {...form.register('cents')}
      />
    </SaveDialog>
  );
}
