import { GivenPassword } from '@atrium/contract/accounts/fields';
import { confirmSession } from '@atrium/contract/accounts/sessions';
import { z } from 'zod';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

const Confirmation = z.object({ password: GivenPassword });

interface ConfirmIdentityDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks for the password again before something that a stolen session must not be able to do. */
export function ConfirmIdentityDialog({ onConfirmed, onClose }: ConfirmIdentityDialogProps) {
  const form = useEndpointForm(confirmSession, {
    schema: Confirmation,
    defaults: { password: '' },
    onDone: onConfirmed,
  });
  return (
    <FormDialog
      form={form}
      title="Confirm that it is you"
      description="Please enter your password. We will not ask again for five minutes."
      size="small"
      saveLabel="Confirm"
      isErrorInline
      onClose={onClose}
    >
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        {...form.field('password')}
      />
    </FormDialog>
  );
}
