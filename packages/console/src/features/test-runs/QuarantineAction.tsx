import { upsertQuarantine } from '@atrium/contract/test-runs/quarantine';
import type { Test } from '@atrium/contract/test-runs/test';
import { ShieldAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRefusal } from '../../api/use-refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const QuarantineDialog = lazyDialog(async () => (await import('./QuarantineDialog.tsx')).QuarantineDialog);

/** Asks for a reason and a last day. */
export function QuarantineAction({ test }: { test: Test }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<ShieldAlert aria-hidden size={16} />}
        refusal={useRefusal(upsertQuarantine)}
        onClick={() => setOpen(true)}
      >
        Quarantine…
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <QuarantineDialog test={test} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
