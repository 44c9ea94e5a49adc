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

const inks: Record<TestStatus, string> = {
  OK: 'text-ok',
  FAIL: 'text-danger',
  CANCELED: 'text-ink-soft',
  PENDING: 'text-ink-soft',
  RUNNING: 'text-warn',
  SKIPPED: 'text-ink-soft',
};

interface TestStatusIconProps {
  status: TestStatus;
  className?: string;
}

/** Only the icon, where the word is shown elsewhere. */
export function TestStatusIcon({ status, className }: TestStatusIconProps) {
  const Icon = icons[status];
  const spin = status === 'RUNNING' ? 'animate-spin' : '';
  return <Icon aria-hidden size={16} className={`${inks[status]} ${spin} ${className ?? ''}`} />;
}

/** State of a test or a run: word and icon, underlined by a colour. */
export function TestStatusBadge({ status }: { status: TestStatus }) {
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
