import { formatMoney } from '@atrium/contract/billing/money';
import type { MetricUsage } from '@atrium/contract/billing/usage';
import type { MetricDay } from '@atrium/contract/billing/usage-comparison';
import { LIVE_TARGET } from '@atrium/contract/service-api/usage-target';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { formatUnits } from '../../../lib/format-scale.ts';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { metricDaysQuery } from './usage.queries.ts';

interface MetricDaysProps {
  month: string;
  serviceId: string;
  metric: MetricUsage['metric'];
  /** What the line costs. */
  cents: number;
  currency: string;
}

/** What each day had of a line of a bill; read when it is opened. Lines from before functions had names have no days. */
export function MetricDays(props: MetricDaysProps) {
  if (props.metric.target === LIVE_TARGET) return null;
  return (
    <Collapsible level={3} title="By day" className="text-sm">
      <DayList {...props} />
    </Collapsible>
  );
}

function DayList({
  month,
  serviceId,
  metric: { name, target },
  cents: lineCents,
  currency,
}: MetricDaysProps) {
  const days = useQuery(metricDaysQuery({ month, serviceId, metric: name, target }));
  return (
    <QueryPanel query={days} skeleton={<Skeleton lines={3} label="Loading the days" />}>
      {(all) => (
        <ul className="grid gap-1 pl-7 text-ink-soft">
          {all.map((each) => (
            <li key={each.day} className="flex flex-wrap justify-between gap-x-4">
              <span className="tabular">
                {formatUtcDay(each.day)} {quantitiesOf(each)}
              </span>
              <span className="tabular">{formatMoney(each.cents, currency)}</span>
            </li>
          ))}
          {all.reduce((sum, { cents }) => sum + cents, 0) === lineCents ? (
            <li className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-1">
              <span>All days</span>
              <span className="tabular">{formatMoney(lineCents, currency)}</span>
            </li>
          ) : (
            <li className="border-t border-line pt-1">
              These days do not add up to this line, which was computed at another time.
            </li>
          )}
        </ul>
      )}
    </QueryPanel>
  );
}

/** What was used of each measure. */
function quantitiesOf({ calls, milliseconds, bytes }: MetricDay): string {
  const quantities = [
    ['COUNTER', calls] as const,
    ['TIMER', milliseconds] as const,
    ['MEMORY', bytes] as const,
  ];
  return quantities
    .filter(([, quantity]) => quantity > 0)
    .map(([type, quantity]) => formatUnits(type, quantity))
    .join(' · ');
}
