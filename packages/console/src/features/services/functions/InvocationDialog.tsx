import type { Invocation } from '@atrium/contract/service-api/invocations';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { invocationQuery } from './function.queries.ts';
import { InvocationFacts } from './InvocationFacts.tsx';
import { originOf } from './use-callers.ts';

interface InvocationDialogProps {
  serviceId: string;
  invocation: Invocation;
  /** Name of who called, where the reader may know it. */
  caller: string | undefined;
  onClose: () => void;
}

/** One call with all that is known of it. */
export function InvocationDialog({ serviceId, invocation, caller, onClose }: InvocationDialogProps) {
  const details = useQuery(invocationQuery(serviceId, invocation.id));
  const parts = [formatDateTime(invocation.calledOn), caller, originOf(invocation)].filter(Boolean);
  return (
    <Dialog
      isOpen
      size="large"
      title={`Call of ${invocation.function}`}
      description={parts.join(' · ')}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <QueryPanel query={details}>
        {(found) => <InvocationFacts serviceId={serviceId} invocation={found} isInputShown />}
      </QueryPanel>
    </Dialog>
  );
}
