import { createAccessKey, listAccessKeys, updateAccessKey } from '@atrium/contract/access-keys/access-key';
import { type AccessKey, CreateAccessKey } from '@atrium/contract/access-keys/access-key-fields';
import { z } from 'zod';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

const { id, key } = CreateAccessKey.shape;
const AddForm = z.object({ id, key, expiresAt: z.iso.date().or(z.literal('')) });
const EditForm = AddForm.extend({ id: z.string() });

interface AccessKeyDialogProps {
  /** Key to edit; creates one if omitted. */
  accessKey?: AccessKey;
  onClose: () => void;
}

export function AccessKeyDialog({ accessKey, onClose }: AccessKeyDialogProps) {
  const isAdded = accessKey === undefined;
  const dayBefore = accessKey?.expiresAt?.slice(0, 10) ?? '';
  const form = useEndpointForm(isAdded ? createAccessKey : updateAccessKey, {
    schema: isAdded ? AddForm : EditForm,
    defaults: {
      id: accessKey?.id ?? '',
      key: accessKey?.key ?? '',
      expiresAt: dayBefore,
    },
    params: accessKey && { id: accessKey.id },
    toBody: ({ expiresAt: day, ...values }) => {
      const expiresAt = day === '' ? null : `${day}T23:59:59Z`;
      if (isAdded) return { ...values, expiresAt };
      // Calls may have set another time of that day: it stays.
      return { key: values.key, expiresAt: day === dayBefore ? accessKey.expiresAt : expiresAt };
    },
    invalidates: [listAccessKeys],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={isAdded ? 'Add Access Key' : 'Edit Access Key'}
      saveLabel={isAdded ? 'Create' : 'Save'}
      onClose={onClose}
    >
      <TextField
        label="ID"
        required
        readOnly={!isAdded}
        hint={accessKey && 'The ID cannot be changed later.'}
        {...form.field('id')}
      />
      <TextArea
        label="Key"
        required
        rows={8}
        spellCheck={false}
        hint="Paste the public key in PEM or JWK format. Never paste a private key."
        {...form.field('key')}
      />
      <TextField
        label="Expires on"
        type="date"
        hint="The key works until the end of that day in UTC. Leave empty for a key that never expires."
        {...form.field('expiresAt')}
      />
    </FormDialog>
  );
}
