import type { ScheduleTick, TickState } from '@atrium/contract/service-api/functions/background';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { OutcomeBadge } from '../../../ui/OutcomeBadge.tsx';

const LABELS: Readonly<Record<Exclude<TickState, 'OK' | 'FAIL'>, string>> = {
  RUNNING: 'running',
  INTERRUPTED: 'interrupted',
  MISSED: 'missed',
  SKIPPED: 'skipped',
};

interface ScheduleTicksProps {
  serviceId: string;
  name: string;
  ticks: readonly ScheduleTick[];
}

/** Last ticks of a schedule with their outcomes, newest first. */
export function ScheduleTicks({ serviceId, name, ticks }: ScheduleTicksProps) {
  if (ticks.length === 0) return <span className="text-ink-soft">none yet</span>;
  return (
    <ul className="flex flex-col gap-1">
      {ticks.map((tick) => (
        <li key={tick.on}>
          {tick.callId === null ? (
            formatDateTime(tick.on)
          ) : (
            <AppLink href={paths.service(serviceId, { function: name, call: tick.callId })} className="link">
              {formatDateTime(tick.on)}
            </AppLink>
          )}{' '}
          <TickBadge state={tick.state} />
          {tick.note !== null && (
            <span className="block text-sm text-ink-soft wrap-anywhere">{tick.note}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function TickBadge({ state }: { state: TickState }) {
  if (state === 'OK' || state === 'FAIL') {
    const hasFailed = state === 'FAIL';
    return <OutcomeBadge hasFailed={hasFailed}>{hasFailed ? 'failed' : 'succeeded'}</OutcomeBadge>;
  }
  return <Badge tone={state === 'RUNNING' ? 'neutral' : 'warn'}>{LABELS[state]}</Badge>;
}
