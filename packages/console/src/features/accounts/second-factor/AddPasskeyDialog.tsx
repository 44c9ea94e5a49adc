import { addPasskey, listFactors, RenameFactor, startPasskey } from '@atrium/contract/accounts/second-factor';
import type { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toast.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Adds a passkey; with the first factor, shows the recovery codes. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  const form = useEndpointForm(addPasskey, {
    schema: RenameFactor,
    defaults: { name: '' },
    toBody: async ({ name }) => ({ name, ...(await makePasskey()) }),
    invalidates: [listFactors],
    onSaved: ({ factor: { name } }) => showToast(`${name} was added.`),
    onDone: ({ recoveryCodes }) => (recoveryCodes ? setCodes(recoveryCodes) : onClose()),
  });
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="Add passkey"
      description="A passkey is stored on your device, phone or security key and unlocked with your fingerprint, face or PIN."
      size="small"
      saveLabel="Continue"
      errorTitle="The passkey could not be added"
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="For example the device that stores it."
        required
        autoComplete="off"
        {...form.field('name')}
      />
    </FormDialog>
  );
}

async function makePasskey() {
  const { challenge, options } = await call(startPasskey, {});
  const { startRegistration: ask } = await import('@simplewebauthn/browser');
  try {
    const response = await ask({ optionsJSON: options as unknown as CreationOptions });
    return { challenge, response: { ...response } };
  } catch (cause) {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new Error(
      isKnown
        ? 'This device already keeps a passkey for your account.'
        : 'The browser made no passkey. Please try again.',
      { cause },
    );
  }
}
