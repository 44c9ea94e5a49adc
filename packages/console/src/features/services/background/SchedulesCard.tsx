import type { FunctionSchedule } from '@atrium/contract/service-api/functions/background';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { schedulesQuery } from './background.queries.ts';
import { ScheduleTicks } from './ScheduleTicks.tsx';

const FOLLOW_MS = 10_000;

/** Schedules of functions with the next time and the last five. */
export function SchedulesCard({ serviceId }: { serviceId: string }) {
  const schedules = useQuery({ ...schedulesQuery(serviceId), refetchInterval: FOLLOW_MS });
  const columns: TableColumn<FunctionSchedule>[] = [
    {
      id: 'function',
      header: 'Function',
      isRowHeader: true,
      cell: ({ function: name }) => (
        <AppLink href={paths.service(serviceId, { function: name })} className="link wrap-anywhere">
          {name}
        </AppLink>
      ),
    },
    {
      id: 'when',
      header: 'When',
      cell: ({ cron, timeZone }) => (
        <>
          <span className="font-mono">{cron}</span>
          <span className="block text-sm text-ink-soft">{timeZone}</span>
        </>
      ),
    },
    { id: 'next', header: 'Next', cell: ({ nextOn }) => formatDateTime(nextOn) },
    {
      id: 'last',
      header: 'Last five',
      isLong: true,
      cell: ({ function: name, ticks }) => <ScheduleTicks serviceId={serviceId} name={name} ticks={ticks} />,
    },
  ];
  return (
    <Card title="Schedules" isFlush>
      <EntityTable
        caption="Schedules"
        name="schedules"
        query={{ ...schedules, data: schedules.data?.schedules }}
        columns={columns}
        rowKey={({ function: name, position }) => `${name} ${position}`}
        empty={{
          title: 'No schedules yet',
          hint: "A function runs at times that its metadata declares: schedule: [{ cron: '0 7 * * 1-5', timeZone: 'Europe/Vienna' }].",
          action: null,
        }}
      />
    </Card>
  );
}
