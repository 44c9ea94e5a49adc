import type { HealthDay } from '@atrium/contract/services/health-days';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { Table } from '../../../ui/Table.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';

const count = (value: number) => value.toLocaleString('en-US');

const columns: TableColumn<HealthDay>[] = [
  { id: 'day', header: 'Day (UTC)', isRowHeader: true, cell: ({ day }) => formatUtcDay(day) },
  { id: 'checks', header: 'Checks', align: 'end', cell: ({ checks }) => count(checks) },
  { id: 'degraded', header: 'Degraded', align: 'end', cell: ({ degraded }) => count(degraded) },
  { id: 'down', header: 'Down', align: 'end', cell: ({ down }) => count(down) },
];

/** The figures of the strip, today first. */
export function HealthTable({ days }: { days: readonly HealthDay[] }) {
  return (
    <Table caption="Health by day" columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />
  );
}
