import { GivenPassword } from '@atrium/contract/accounts/fields';
import { confirmSession } from '@atrium/contract/accounts/sessions';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { session } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

const ByPassword = z.object({ password: GivenPassword });

export interface ConfirmWayProps {
  onConfirmed: () => void;
  onClose: () => void;
  otherWays: ReactNode;
}

export function ConfirmByPassword({ onConfirmed, onClose, otherWays }: ConfirmWayProps) {
  const form = useEndpointForm(confirmSession, {
    schema: ByPassword,
    defaults: { password: '' },
    toBody: ({ password }) => ({ method: 'password', password }),
    send: async (proof) => (await session().secondStep()).confirm(proof),
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
      result={otherWays}
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
