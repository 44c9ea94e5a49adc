import { ApiError } from '@atrium/contract/api-error';
import { editFiles } from '@atrium/contract/configuration/edit';
import { merge3 } from '@atrium/diff/merge';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { readFunctionsAgain, sourceQuery } from './function.queries.ts';
import { sourcePlaceOf } from './function-file.ts';
import type { Draft } from './use-draft.ts';

interface SaveDraftDialogProps {
  serviceId: string;
  name: string;
  draft: Draft;
  onSaved: () => void;
  /** Someone else has changed the file: the draft, merged with what is live now. */
  onRebased: (draft: Draft) => void;
  onMerged: (conflicts: number) => void;
  onClose: () => void;
}

/** Makes a draft live as a new version with a message, never over someone else's change. */
export function SaveDraftDialog(props: SaveDraftDialogProps) {
  const { serviceId, name, draft, onSaved, onRebased, onMerged, onClose } = props;
  const client = useQueryClient();
  const place = sourcePlaceOf(name);

  async function mergeWithLive() {
    const live = await client.fetchQuery(sourceQuery(serviceId, place));
    const merged = merge3(draft.base.content, draft.text, live.content, {
      labels: { local: 'your draft', base: 'before', remote: 'live' },
    });
    onRebased({ text: merged.text, base: live });
    onMerged(merged.conflictCount);
    onClose();
  }

  const form = useEndpointForm(editFiles, {
    schema: z.object({ message: z.string().trim().max(2000) }),
    defaults: { message: '' },
    params: { serviceId },
    toBody: ({ message }) => ({
      files: [{ ...place, content: draft.text, checksum: draft.base.checksum }],
      message: message === '' ? `Edit the function ${name}` : message,
    }),
    onSaved: async () => {
      await readFunctionsAgain(client, serviceId);
      onSaved();
    },
    onDone: onClose,
    onError: (error) => {
      // A file that is gone cannot be read: the refusal says enough.
      if (error instanceof ApiError && error.status === 409) mergeWithLive().catch(() => undefined);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Save as a new version"
      description={`${name} is live from then on. The version before stays among the backups.`}
      isErrorInline
      onClose={onClose}
    >
      <TextField
        label="Message"
        hint="What changes, and why; it is shown beside the version"
        {...form.field('message')}
      />
    </FormDialog>
  );
}
