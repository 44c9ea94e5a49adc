import type { HealthDay } from '@atrium/contract/services/health-days';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/Table.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { healthDaysQuery } from './head.queries.ts';
import { type DayState, describeDays, shareUp, stateOf, toShownDays } from './health-days.ts';

const count = (value: number) => value.toLocaleString('en-US');

const columns: TableColumn<HealthDay>[] = [
  { id: 'day', header: 'Day (UTC)', isRowHeader: true, cell: ({ day }) => formatUtcDay(day) },
  { id: 'checks', header: 'Checks', align: 'end', cell: ({ checks }) => count(checks) },
  { id: 'degraded', header: 'Degraded', align: 'end', cell: ({ degraded }) => count(degraded) },
  { id: 'down', header: 'Down', align: 'end', cell: ({ down }) => count(down) },
];

/** The figures of the strip, today first. */
function HealthTable({ days }: { days: readonly HealthDay[] }) {
  return (
    <Table caption="Health by day" columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />
  );
}

/** Shapes repeat the colors: a bar, a shorter one, a broken one, and a line for unknown health. */
const styles: Record<DayState, string> = {
  none: 'h-px bg-line-strong',
  up: 'h-full bg-ok',
  disturbed: 'h-3 bg-warn',
  down: 'h-full',
};
/** The broken bar. */
const BROKEN = 'repeating-linear-gradient(to top, var(--atrium-danger) 0 4px, transparent 4px 6px)';
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 2,
  roundingMode: 'floor',
});

/** The days from left to right. */
function Strip({ days }: { days: ReturnType<typeof toShownDays> }) {
  return (
    <div role="img" aria-label={describeDays(days)} className="flex h-5 w-20 shrink-0 items-end sm:w-36">
      {days.map((day) => (
        <span
          key={day.day}
          title={`${formatUtcDay(day.day)}: ${stateOf(day) === 'none' ? 'no data' : stateOf(day)}`}
          className={classNames('min-w-0 flex-1', styles[stateOf(day)])}
          style={stateOf(day) === 'down' ? { backgroundImage: BROKEN } : undefined}
        />
      ))}
    </div>
  );
}

/** Share of the checks that a service has passed in the last 90 days, with a strip and a table of them. */
export function HealthStrip({ serviceId }: { serviceId: string }) {
  const query = useQuery(healthDaysQuery(serviceId));
  const [now] = useState(() => new Date());
  return (
    <section aria-label="Health of the last 90 days" className="min-h-9 min-w-0">
      <QueryPanel query={query} skeleton={<Skeleton lines={1} />}>
        {({ days }) => {
          const shown = toShownDays(days, now);
          const share = shareUp(days);
          const [first] = days;
          return (
            <Collapsible
              level={2}
              className="text-sm"
              aside={<Strip days={shown} />}
              title={
                share === undefined ? (
                  'No data of the last 90 days yet'
                ) : (
                  <>
                    Up in {percent.format(share)} of checks{' '}
                    <span className="whitespace-nowrap">
                      {first && days.length < shown.length
                        ? `since ${formatUtcDay(first.day)}`
                        : 'in 90 days'}
                    </span>
                  </>
                )
              }
            >
              {/* The accessible name of the strip has the same text. */}
              <p aria-hidden className="mb-2 text-ink-soft">
                {describeDays(shown)}
              </p>
              <HealthTable days={days} />
            </Collapsible>
          );
        }}
      </QueryPanel>
    </section>
  );
}
