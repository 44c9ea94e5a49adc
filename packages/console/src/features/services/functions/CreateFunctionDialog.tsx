import { editFiles } from '@atrium/contract/configuration/edit';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readAfterNewVersion } from '../../../api/read-after-new-version.ts';
import { useAuth } from '../../../api/session.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { useFormCandidate } from '../../../api/use-form-candidate.ts';
import { CandidateTest } from '../../../layout/candidate/CandidateTest.tsx';
import { paths } from '../../../paths.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { keepFirstInput } from './call-input.ts';
import { sourcePlaceOf } from './function-file.ts';
import { createFunctionForm, FIRST_SOURCE } from './function-form.ts';

interface CreateFunctionDialogProps {
  serviceId: string;
  /** Names that functions have. */
  taken: readonly string[];
  onClose: () => void;
}

/** Creates a function that answers at once; its page opens for editing and calling it. */
export function CreateFunctionDialog({ serviceId, taken, onClose }: CreateFunctionDialogProps) {
  const auth = useAuth();
  const client = useQueryClient();
  const navigate = useNavigate();
  const schema = useMemo(() => createFunctionForm(taken), [taken]);
  const edit = {
    params: { serviceId },
    toBody: ({ name }: { name: string }) => ({
      files: [{ ...sourcePlaceOf(name), content: FIRST_SOURCE, checksum: null }],
      message: `Create the function ${name}`,
    }),
  };
  const form = useEndpointForm(editFiles, {
    ...edit,
    schema,
    defaults: { name: '' },
    onSaved: () => readAfterNewVersion(client, [serviceId]),
    onDone: (_response, { name }) => {
      keepFirstInput(auth.user?.userId, serviceId, name);
      onClose();
      void navigate({ href: paths.service(serviceId, { function: name }) });
    },
  });
  const candidate = useFormCandidate(form, edit);
  return (
    <FormDialog
      form={form}
      title="New function"
      saveLabel="Create"
      isErrorInline
      result={<CandidateTest candidate={candidate} error={form.error} onTest={candidate.test} />}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="For example greet, or orders/create in a folder"
        required
        {...form.field('name')}
      />
    </FormDialog>
  );
}
