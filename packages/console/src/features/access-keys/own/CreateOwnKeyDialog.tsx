import { createOwnKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import type { Permission } from '@atrium/contract/permissions';
import { useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toast.ts';
import { expiryOptions, ownKeyForms, toDays } from './own-key-form.ts';
import { permissionOptions } from './permission-options.ts';

interface CreateOwnKeyDialogProps {
  /** Chosen when the form opens. */
  permissions: Permission[];
  /** The token of the key is shown next. */
  onToken: (token: string) => void;
  onClose: () => void;
}

export function CreateOwnKeyDialog({ permissions, onToken, onClose }: CreateOwnKeyDialogProps) {
  const auth = useAuth();
  const [openedOn] = useState(() => new Date());
  const [kind, setKind] = useState<'token' | 'public-key'>('token');
  const form = useEndpointForm(createOwnKey, {
    schema: ownKeyForms[kind],
    defaults: { label: '', key: '', permissions, expires: '90' },
    toBody: ({ expires, ...values }) => ({ ...values, kind, expiresInDays: toDays(expires) }),
    invalidates: [listOwnKeys],
    onDone({ key, token }) {
      if (token !== undefined) return onToken(token);
      showToast(`The access key "${key.label}" was created.`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="New access key"
      saveLabel="Create"
      errorTitle="The access key could not be created"
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="For example the program or the machine that uses it."
        required
        autoComplete="off"
        {...form.field('label')}
      />
      <RadioGroup
        legend="Kind"
        value={kind}
        onChange={setKind}
        options={[
          {
            value: 'token',
            label: 'Token',
            hint: 'A random string, shown once, that the program sends with each call.',
          },
          {
            value: 'public-key',
            label: 'Public key',
            hint: 'The program signs what it sends; the private key never leaves its machine.',
          },
        ]}
      />
      {kind === 'public-key' && (
        <TextArea
          label="Key"
          required
          rows={6}
          spellCheck={false}
          hint="Paste the public key in PEM or JWK format. Never paste a private key."
          {...form.field('key')}
        />
      )}
      <Select label="Expires" options={expiryOptions(openedOn)} {...form.field('expires')} />
      <CheckboxGroup
        legend="Permissions"
        options={permissionOptions((permission) => mayDo(auth, permission))}
        {...form.field('permissions')}
      />
    </FormDialog>
  );
}
