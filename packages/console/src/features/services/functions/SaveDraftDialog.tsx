import { errorDetails } from '@atrium/contract/api-error';
import { editFiles } from '@atrium/contract/configuration/edit';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { merge3 } from '@atrium/diff/merge';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { DeclaredBySave, readAfterNewVersion } from '../../configuration/public.ts';
import { CandidateTest, useFormCandidate } from '../../test-runs/public.ts';
import { sourceQuery } from './function.queries.ts';
import type { Draft } from './use-draft.ts';

interface SaveDraftDialogProps {
  serviceId: string;
  place: FilePlace;
  /** Label of the draft's object. */
  label: string;
  draft: Draft;
  newest: () => Draft | null;
  /** Called with null once the draft is live, otherwise with the draft rebased onto the live file. */
  onChange: (draft: Draft | null) => void;
  /** Someone else has changed the file: the draft was merged with that. */
  onMerged: (conflicts: number) => void;
  onClose: () => void;
}

/** Makes a draft live as a new version with a message, and never overwrites another user's change. */
export function SaveDraftDialog(props: SaveDraftDialogProps) {
  const { serviceId, place, label, draft, newest, onChange, onMerged, onClose } = props;
  const client = useQueryClient();
  // The draft may have changed when the response arrives.
  const sent = useRef('');

  async function mergeWithLive() {
    const live = await client.fetchQuery(sourceQuery(serviceId, place));
    const { base, text } = newest() ?? draft;
    const merged = merge3(base.content, text, live.content, {
      labels: { local: 'your draft', base: 'before', remote: 'live' },
    });
    onChange({ text: merged.text, base: live });
    onMerged(merged.conflictCount);
    onClose();
  }

  /** Keeps text typed after the request as a draft based on the live file. */
  async function keepLater() {
    const later = newest();
    if (later === null || later.text === sent.current) return onChange(null);
    const live = await client.fetchQuery(sourceQuery(serviceId, place)).catch(() => undefined);
    if (live?.content === sent.current) onChange({ text: (newest() ?? later).text, base: live });
  }

  const edit = {
    params: { serviceId },
    toBody: ({ message }: { message: string }) => ({
      files: [{ ...place, content: draft.text, checksum: draft.base.checksum }],
      message: message === '' ? `Edit ${label}` : message,
    }),
    onError: (error: Error) => {
      // Without details the same edit is still running. A deleted file can't be read: the error is enough.
      if (errorDetails<typeof editFiles, 'conflict'>(error, 409)) mergeWithLive().catch(() => undefined);
    },
  };
  const form = useEndpointForm(editFiles, {
    ...edit,
    toBody(values: { message: string }) {
      sent.current = draft.text;
      return edit.toBody(values);
    },
    schema: z.object({ message: z.string().trim().max(2000) }),
    defaults: { message: '' },
    onSaved: async () => {
      await readAfterNewVersion(client, [serviceId]);
      await keepLater();
    },
    onDone: onClose,
  });
  const candidate = useFormCandidate(form, edit);
  return (
    <FormDialog
      form={form}
      title="Save as a new version"
      description={`Your changes go live as soon as you save. The previous version is kept among the backups.`}
      isErrorInline
      result={<CandidateTest candidate={candidate} error={form.error} onTest={candidate.test} />}
      onClose={onClose}
    >
      <DeclaredBySave
        serviceId={serviceId}
        files={[{ ...place, before: draft.base.content, after: draft.text }]}
      />
      <TextField
        label="Message"
        hint="Describe what you changed and why. Shown in the version list."
        {...form.field('message')}
      />
    </FormDialog>
  );
}
