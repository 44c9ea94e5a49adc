import {
  type AccessKey,
  createAccessKey,
  listAccessKeys,
  PROVIDE_ID,
  PROVIDE_KEY,
  updateAccessKey,
} from '@atrium/contract/access-keys/access-key';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

const Form = z.object({
  id: z.string().trim().min(1, PROVIDE_ID),
  key: z.string().trim().min(1, PROVIDE_KEY),
  expiresOn: z.iso.date().or(z.literal('')),
});

interface AccessKeyDialogProps {
  /** The key to change; a new one when left out. */
  accessKey?: AccessKey;
  onClose: () => void;
}

export function AccessKeyDialog({ accessKey, onClose }: AccessKeyDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: {
      id: accessKey?.id ?? '',
      key: accessKey?.key ?? '',
      expiresOn: accessKey?.expiresAt?.slice(0, 10) ?? '',
    },
  });
  const save = useChange({
    mutationFn: ({ id, key, expiresOn }: z.output<typeof Form>) => {
      const expiresAt = expiresOn === '' ? null : `${expiresOn}T23:59:59Z`;
      return accessKey === undefined
        ? call(createAccessKey, { body: { id, key, expiresAt } })
        : call(updateAccessKey, { params: { id: accessKey.id }, body: { key, expiresAt } });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: endpointKey(listAccessKeys) });
      onClose();
    },
  });
  const { errors } = form.formState;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={accessKey === undefined ? 'Add Access Key' : 'Edit Access Key'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending}>
            {accessKey === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
        className="grid gap-4"
      >
        <TextField
          label="ID"
          required
          readOnly={accessKey !== undefined}
          hint={accessKey && 'The ID of an access key never changes.'}
          error={errors.id?.message}
          {...form.register('id')}
        />
        <TextArea
          label="Key"
          required
          rows={8}
          spellCheck={false}
          hint="A public key as PEM or JWK."
          error={errors.key?.message}
          {...form.register('key')}
        />
        <TextField
          label="Expires on"
          type="date"
          hint="Never, if left empty."
          error={errors.expiresOn?.message}
          {...form.register('expiresOn')}
        />
      </form>
      <ErrorDialog error={save.error} onClose={save.reset} />
    </Dialog>
  );
}
