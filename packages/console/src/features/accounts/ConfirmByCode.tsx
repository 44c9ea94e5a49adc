import { AuthenticatorCode, RecoveryCode } from '@atrium/contract/accounts/second-factor';
import { confirmSession } from '@atrium/contract/accounts/sessions';
import { z } from 'zod';
import { session } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { ConfirmWayProps } from './ConfirmByPassword.tsx';

interface ConfirmByCodeProps extends ConfirmWayProps {
  method: 'authenticator' | 'recovery-code';
}

const KINDS = {
  authenticator: {
    schema: z.object({ code: AuthenticatorCode }),
    label: 'Code',
    hint: 'Six digits, from your authenticator app.',
    inputMode: 'numeric',
  },
  'recovery-code': {
    schema: z.object({ code: RecoveryCode }),
    label: 'Recovery code',
    hint: 'One of the codes that you saved. It works once.',
    inputMode: 'text',
  },
} as const;

export function ConfirmByCode({ method, onConfirmed, onClose, otherWays }: ConfirmByCodeProps) {
  const { schema, label, hint, inputMode } = KINDS[method];
  const form = useEndpointForm(confirmSession, {
    schema,
    defaults: { code: '' },
    toBody: ({ code }) => ({ method, code }),
    send: async (proof) => (await session().secondStep()).confirm(proof),
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
        label={label}
        hint={hint}
        inputMode={inputMode}
        autoCapitalize="none"
        autoComplete={inputMode === 'numeric' ? 'one-time-code' : 'off'}
        required
        {...form.field('code')}
      />
    </FormDialog>
  );
}
