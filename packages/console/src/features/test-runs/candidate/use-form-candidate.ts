import { errorDetails } from '@atrium/contract/api-error';
import type { EditedFile } from '@atrium/contract/configuration/edit';
import type { testCandidate } from '@atrium/contract/test-runs/candidate';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { EndpointForm } from '../../../api/use-endpoint-form.ts';
import { useCandidate } from './use-candidate.ts';

interface EditOptions<Checked> {
  params: { serviceId: string };
  toBody: (values: Checked) => { files: EditedFile[] };
  onError?: (error: Error, values: Checked) => void;
}

/** Tests the unsaved edit of files in a form. The options are the form's options. */
export function useFormCandidate<Values extends FieldValues & { message?: string }, Checked>(
  form: EndpointForm<Values, Checked>,
  { params, toBody, onError }: EditOptions<Checked>,
) {
  // The version message is not part of the candidate.
  const { message: _, ...shown } = useWatch({ control: form.control });
  const candidate = useCandidate({
    contents: () => JSON.stringify(shown),
    // A conflict with another user's change is handled like one on save.
    onError: (error) => {
      const details = errorDetails<typeof testCandidate, 'conflict'>(error, 409);
      if (onError && details && 'files' in details) form.check((values) => onError(error, values));
    },
  });
  const { serviceId } = params;
  return {
    ...candidate,
    test: () =>
      form.check((values) => candidate.test([{ kind: 'edit', serviceId, files: toBody(values).files }])),
  };
}
