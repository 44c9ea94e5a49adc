import type { TestStatus } from '@atrium/contract/test-runs/status';
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { statusTones } from './status-look.ts';

const icons = {
  OK: CircleCheck,
  FAIL: CircleX,
  CANCELED: Ban,
  PENDING: Clock,
  RUNNING: LoaderCircle,
  SKIPPED: CircleDashed,
};

interface TestStatusBadgeProps {
  status: TestStatus;
}

/** State of a test or a run: word and icon, underlined by a colour. */
export function TestStatusBadge({ status }: TestStatusBadgeProps) {
  const Icon = icons[status];
  return (
    <Badge
      tone={statusTones[status]}
      icon={<Icon aria-hidden size={14} className={status === 'RUNNING' ? 'animate-spin' : ''} />}
    >
      {status}
    </Badge>
  );
}
