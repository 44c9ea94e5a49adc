import {
  ConfirmAuthenticator,
  confirmAuthenticator,
  listFactors,
  type StartedAuthenticator,
} from '@atrium/contract/accounts/second-factor';
import { useState } from 'react';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toast.ts';
import { AuthenticatorSecret } from './AuthenticatorSecret.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

interface AddAuthenticatorDialogProps {
  /** Made for this dialog only, and never shown again. */
  started: StartedAuthenticator;
  onClose: () => void;
}

/** Adds an authenticator app; with the first factor, shows the recovery codes. */
export function AddAuthenticatorDialog({ started, onClose }: AddAuthenticatorDialogProps) {
  const [codes, setCodes] = useState<string[]>();
  const form = useEndpointForm(confirmAuthenticator, {
    schema: ConfirmAuthenticator,
    defaults: { name: '', code: '' },
    params: { id: started.id },
    invalidates: [listFactors],
    onSaved: ({ factor: { name } }) => showToast(`${name} was added.`),
    onDone: ({ recoveryCodes }) => (recoveryCodes ? setCodes(recoveryCodes) : onClose()),
  });
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="Add authenticator app"
      description="Scan the picture with the app, then enter the code that it shows."
      size="small"
      saveLabel="Add"
      errorTitle="The app could not be added"
      onClose={onClose}
    >
      <AuthenticatorSecret {...started} />
      <TextField
        label="Name"
        hint="For example the phone that it is on."
        required
        autoComplete="off"
        {...form.field('name')}
      />
      <TextField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
    </FormDialog>
  );
}
