import type { Invocation } from '@atrium/contract/service-api/invocations';
import { useQuery } from '@tanstack/react-query';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { invocationQuery } from './function.queries.ts';
import { InvocationFacts } from './InvocationFacts.tsx';

interface InvocationDialogProps {
  serviceId: string;
  invocation: Invocation;
  onClose: () => void;
}

/** One call with all that is known of it. */
export function InvocationDialog({ serviceId, invocation, onClose }: InvocationDialogProps) {
  const details = useQuery(invocationQuery(serviceId, invocation.id));
  return (
    <Dialog
      isOpen
      size="large"
      title={`Call of ${invocation.function}`}
      description={formatDayMonthYearTime(invocation.calledOn)}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <QueryPanel query={details}>
        {(found) => <InvocationFacts serviceId={serviceId} invocation={found} isInputShown />}
      </QueryPanel>
    </Dialog>
  );
}
