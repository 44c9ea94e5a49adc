import { AuthenticatorCode } from '@atrium/contract/accounts/second-factor';
import { confirmSession } from '@atrium/contract/accounts/sessions';
import { z } from 'zod';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { ConfirmWayProps } from './ConfirmByPassword.tsx';

const ByCode = z.object({ code: AuthenticatorCode });

export function ConfirmByCode({ onConfirmed, onClose, otherWays }: ConfirmWayProps) {
  const form = useEndpointForm(confirmSession, {
    schema: ByCode,
    defaults: { code: '' },
    toBody: ({ code }) => ({ method: 'authenticator', code }),
    onDone: onConfirmed,
  });
  return (
    <FormDialog
      form={form}
      title="Confirm that it is you"
      description="Please enter a code. We will not ask again for five minutes."
      size="small"
      saveLabel="Confirm"
      isErrorInline
      result={otherWays}
      onClose={onClose}
    >
      <TextField
        label="Code"
        hint="Six digits, from your authenticator app."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.field('code')}
      />
    </FormDialog>
  );
}
