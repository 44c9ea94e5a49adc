import { type Bonus, SaveBonus, saveBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { FREE_TIER_BONUS } from '@atrium/contract/pricing/free-tier';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface BonusDialogProps {
  /** Bonus to edit; creates one if omitted. */
  bonus?: Bonus;
  onClose: () => void;
}

export function BonusDialog({ bonus, onClose }: BonusDialogProps) {
  const form = useEndpointForm(saveBonus, {
    schema: SaveBonus,
    defaults: { id: bonus?.id, key: bonus?.key ?? '', cents: String(bonus?.cents ?? '') },
    invalidates: [searchBonuses],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={bonus === undefined ? 'New bonus' : 'Edit bonus'}
      size="small"
      isErrorInline
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        hint={
          bonus?.key === FREE_TIER_BONUS &&
          'New customers get the free credit of the bonus with this name. Under another name they get none.'
        }
        {...form.field('key')}
      />
      <TextField label="Cents" type="number" min={0} step={1} required {...form.field('cents')} />
    </FormDialog>
  );
}
