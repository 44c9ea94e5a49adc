import { editFiles } from '@atrium/contract/configuration/edit';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { CallOutcome } from './call-function.ts';

const KeepAsTestDialog = lazyDialog(async () => (await import('./KeepAsTestDialog.tsx')).KeepAsTestDialog);

interface KeepAsTestProps {
  serviceId: string;
  call: CallOutcome;
}

/** Button of a failed call that writes a test of it. Nothing for a call that succeeded, or of which the input is cut. */
export function KeepAsTest({ serviceId, call }: KeepAsTestProps) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal(editFiles);
  const { failure } = call;
  if (!failure || !isWhole(call.input)) return null;
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

/** The log has the beginning of a long input only. */
function isWhole(input: string): boolean {
  if (input === '') return true;
  try {
    JSON.parse(input);
    return true;
  } catch {
    return false;
  }
}
