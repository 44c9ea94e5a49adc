import { editFiles } from '@atrium/contract/configuration/edit';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { CallOutcome } from './call-function.ts';
import { isInput } from './call-input.ts';

const KeepAsTestDialog = lazyDialog(async () => (await import('./KeepAsTestDialog.tsx')).KeepAsTestDialog);

interface KeepAsTestProps {
  serviceId: string;
  call: CallOutcome;
}

/** Button of a failed call that writes a test of it; not for a call whose input the log has cut. */
export function KeepAsTest({ serviceId, call }: KeepAsTestProps) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal(editFiles);
  const { failure } = call;
  if (!failure || !isInput(call.input)) return null;
  return (
    <>
      <Button refusal={refusal} onClick={() => setOpen(true)}>
        Keep as test
      </Button>
      {isOpen && (
        <KeepAsTestDialog serviceId={serviceId} call={{ ...call, failure }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
