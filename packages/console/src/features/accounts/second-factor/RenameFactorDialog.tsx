import {
  listFactors,
  RenameFactor,
  renameFactor,
  type SecondFactor,
} from '@atrium/contract/accounts/second-factor';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';

interface RenameFactorDialogProps {
  factor: SecondFactor;
  onClose: () => void;
}

export function RenameFactorDialog({ factor: { id, name }, onClose }: RenameFactorDialogProps) {
  const form = useEndpointForm(renameFactor, {
    schema: RenameFactor,
    defaults: { name },
    params: { id },
    invalidates: [listFactors],
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title={`Rename ${name}`} size="small" onClose={onClose}>
      <TextField label="Name" required autoComplete="off" {...form.field('name')} />
    </FormDialog>
  );
}
