import { listQuarantines, QuarantineRequest, upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import type { Test } from '@atrium/contract/test-runs/test';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { Help } from '../../../layout/Help.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toast.ts';

interface QuarantineDialogProps {
  test: Pick<Test, 'id' | 'fullPath'>;
  onClose: () => void;
}

/** Quarantines a test; a new reason and day replace the previous ones. */
export function QuarantineDialog({ test, onClose }: QuarantineDialogProps) {
  const form = useEndpointForm(upsertQuarantine, {
    schema: QuarantineRequest,
    defaults: { id: test.id, reason: '', until: '' },
    invalidates: [listQuarantines],
    onDone: () => {
      showToast('The test is quarantined starting with the next run.');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Put ${test.fullPath} into quarantine`}
      description={<Help topic="quarantine" />}
      size="small"
      saveLabel="Put into quarantine"
      errorTitle="The test could not be put into quarantine"
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint="Shown wherever the test fails"
        required
        autoComplete="off"
        {...form.field('reason')}
      />
      <TextField label="Last day (UTC)" type="date" required {...form.field('until')} />
    </FormDialog>
  );
}
