import { editFiles } from '@atrium/contract/configuration/edit';
import { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { SOURCE_ENDINGS, type SourceEnding } from '@atrium/contract/service-api/files/item-file-names';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { useAuth } from '../../../api/session.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { paths } from '../../../paths.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { readAfterNewVersion } from '../../configuration/public.ts';
import { CandidateTest, useFormCandidate } from '../../test-runs/public.ts';
import { keepFirstInput } from './call-input.ts';
import { sourcePlaceOf } from './function-file.ts';

/** Initial source of a function; its return value is the response. */
const firstSource = (
  input: string,
) => `// What this function returns is the response. Call it with another name.
export default function main(${input}) {
  console.log('called with', input);
  return { greeting: \`Hello \${input?.name ?? 'there'}!\` };
}
`;

const FIRST_SOURCES: Record<SourceEnding, string> = {
  '.js': firstSource('input'),
  '.ts': firstSource('input?: { name?: string }'),
};

/** The form of a new function: a name that none has yet, however it is spelled. */
function createFunctionForm(taken: readonly string[]) {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  return z.object({
    name: z
      .string()
      .trim()
      .refine(
        (name) => SOURCE_ENDINGS.every((ending) => FilePlace.safeParse(sourcePlaceOf(name, ending)).success),
        'Use letters, digits, hyphens and underscores; folders end with a slash, as in orders/create.',
      )
      .refine((name) => !known.has(name.toLowerCase()), 'A function with this name already exists.'),
    ending: z.enum(SOURCE_ENDINGS),
  });
}

interface CreateFunctionDialogProps {
  serviceId: string;
  /** Names of existing functions. */
  taken: readonly string[];
  onClose: () => void;
}

/** Creates a function with a working source, and opens its page for editing and calling it. */
export function CreateFunctionDialog({ serviceId, taken, onClose }: CreateFunctionDialogProps) {
  const auth = useAuth();
  const client = useQueryClient();
  const navigate = useNavigate();
  const schema = useMemo(() => createFunctionForm(taken), [taken]);
  const edit = {
    params: { serviceId },
    toBody: ({ name, ending }: { name: string; ending: SourceEnding }) => ({
      files: [{ ...sourcePlaceOf(name, ending), content: FIRST_SOURCES[ending], checksum: null }],
      message: `Create the function ${name}`,
    }),
  };
  const form = useEndpointForm(editFiles, {
    ...edit,
    schema,
    defaults: { name: '', ending: '.js' },
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
      <Select
        label="Language"
        options={[
          { value: '.js', label: 'JavaScript' },
          { value: '.ts', label: 'TypeScript: types are removed, not checked' },
        ]}
        {...form.field('ending')}
      />
    </FormDialog>
  );
}
