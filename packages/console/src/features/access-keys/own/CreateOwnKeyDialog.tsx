import { PROVIDE_KEY } from '@atrium/contract/access-keys/access-key-fields';
import { createOwnKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { KeyLabel, KeyPermissions } from '@atrium/contract/access-keys/own-key-fields';
import type { Permission } from '@atrium/contract/permissions';
import { useState } from 'react';
import { z } from 'zod';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { formatDate } from '../../../lib/format-date.ts';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toast.ts';
import { permissionOptions } from './permission-options.ts';

const NEVER = 'never';
const DAYS = ['30', '90', '365'] as const;
const DAY_MS = 86_400_000;

const TokenForm = z.object({
  label: KeyLabel,
  key: z.string(),
  permissions: KeyPermissions,
  expires: z.enum([...DAYS, NEVER]),
});

/** Fields of each kind of key. */
const ownKeyForms = {
  token: TokenForm,
  'public-key': TokenForm.extend({ key: z.string().trim().min(1, PROVIDE_KEY) }),
};

type Expiry = z.output<typeof TokenForm>['expires'];

/** Options with the day of expiry, so that users needn't count days. */
function expiryOptions(now: Date): { value: Expiry; label: string }[] {
  return [
    ...DAYS.map((days) => ({
      value: days,
      label: `In ${days} days, on ${formatDate(now.getTime() + Number(days) * DAY_MS)}`,
    })),
    { value: NEVER, label: 'Never' },
  ];
}

function toDays(expires: Expiry): number | null {
  return expires === NEVER ? null : Number(expires);
}

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
      showToast(`The API key "${key.label}" was created.`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="New API key"
      saveLabel="Create"
      errorTitle="The API key could not be created"
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
            hint: 'The program signs its requests; the private key never leaves its machine.',
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
