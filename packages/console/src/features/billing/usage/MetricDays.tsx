import type { MetricUsage } from '@atrium/contract/billing/usage';
import { LIVE_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ShareList } from './ShareList.tsx';
import { metricDaysQuery } from './usage.queries.ts';

interface MetricDaysProps {
  month: string;
  serviceId: string;
  metric: MetricUsage['metric'];
  /** Cost of the line. */
  cents: number;
  currency: string;
}

/** Daily shares of a line of a bill, loaded when opened. Lines from before per-function metering have no days. */
export function MetricDays(props: MetricDaysProps) {
  if (props.metric.target === LIVE_TARGET) return null;
  return (
    <Collapsible level={3} title="By day" className="text-sm">
      <DayList {...props} />
    </Collapsible>
  );
}

function DayList({ month, serviceId, metric: { name, target }, cents, currency }: MetricDaysProps) {
  const days = useQuery(metricDaysQuery({ month, serviceId, metric: name, target }));
  return (
    <QueryPanel query={days} skeleton={<Skeleton lines={3} label="Loading the days" />}>
      {(all) => (
        <ShareList
          parts={all.map(({ day, ...share }) => ({
            key: day,
            name: <span className="tabular">{formatUtcDay(day)}</span>,
            share,
          }))}
          whole="All days"
          difference="These days do not add up to this line, which was computed at another time."
          cents={cents}
          currency={currency}
        />
      )}
    </QueryPanel>
  );
}
