import type { TestStatus } from '@atrium/contract/test-runs/status';
import { Badge } from '../../ui/Badge.tsx';
import { Ban, CircleDashed, CircleX, Clock } from '../../ui/icons.ts';
import { CircleCheck, LoaderCircle } from '../../ui/message-icons.ts';
import { statusTones } from './status-style.ts';
import { tryText } from './try-text.ts';

/** Icons by status. None spins: the page has one spinner for the whole run. */
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

/** Icon without text, for use beside the status text. */
export function TestStatusIcon({ status, className }: TestStatusIconProps) {
  const Icon = icons[status];
  return <Icon aria-hidden size={16} className={`${inks[status]} ${className ?? ''}`} />;
}

interface TestStatusBadgeProps {
  status: TestStatus;
  /** Which try it is the state of; undefined for the first. */
  tryNumber?: number | undefined;
}

/** State of a test or a run: word and icon, underlined by a colour; with the tries that it took. */
export function TestStatusBadge({ status, tryNumber }: TestStatusBadgeProps) {
  if (tryNumber === undefined) return <StatusBadge status={status} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <StatusBadge status={status} />
      <span className="text-xs whitespace-nowrap text-ink-soft">{tryText(status, tryNumber)}</span>
    </span>
  );
}

function StatusBadge({ status }: { status: TestStatus }) {
  const Icon = icons[status];
  return (
    <Badge tone={statusTones[status]} icon={<Icon aria-hidden size={14} />}>
      {status}
    </Badge>
  );
}
