import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays, UsagePart } from '@atrium/contract/billing/usage-month';
import { Table } from '../../../ui/Table.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import type { BudgetLine } from './budget-line.ts';
import type { DayPlotProps } from './DayPlot.tsx';
import { sameWeekdays } from './day-bars.ts';
import { dateOfDay, lengthOf, monthBefore, nameOfMonth } from './months.ts';
import { nameOfPart } from './part-look.ts';

interface DayRow {
  day: number;
  /** Cents of each part; undefined on future days. */
  parts: (number | undefined)[];
  /** Total so far, including the forecast. */
  total: number | undefined;
  forecast: number | undefined;
  before: number | undefined;
}

/** The figures of the plot. */
export function DayTable({ month, by, days, budget }: Omit<DayPlotProps, 'label'> & { by: UsagePart }) {
  const columns: TableColumn<DayRow>[] = [
    { id: 'day', header: 'Day', isRowHeader: true, cell: ({ day }) => dateOfDay(month, day) },
    ...days.parts.map(
      ({ name }, index): TableColumn<DayRow> => ({
        id: `part-${index}`,
        header: nameOfPart(by, name),
        align: 'end',
        cell: ({ parts }) => amount(parts[index]),
      }),
    ),
    { id: 'total', header: 'Total', align: 'end', cell: ({ total }) => amount(total) },
    ...(days.forecast
      ? [{ id: 'forecast', header: 'Forecast', align: 'end' as const, cell: forecastOf }]
      : []),
    {
      id: 'before',
      header: `Same weekday in ${nameOfMonth(monthBefore(month))}`,
      align: 'end',
      cell: ({ before }) => amount(before),
    },
    ...(budget ? [columnOf(budget)] : []),
  ];
  return (
    <Table
      caption="Cost by day"
      columns={columns}
      rows={toRows(month, days)}
      rowKey={({ day }) => String(day)}
    />
  );
}

function toRows(month: string, days: UsageDays): DayRow[] {
  const { parts, today, forecast } = days;
  const before = sameWeekdays(month, days);
  return Array.from({ length: lengthOf(month) }, (_, index) => {
    const own = parts.map(({ cents }) => cents[index]);
    const isOver = today === null || index < today;
    const total = isOver ? own.reduce((sum: number, cents) => sum + (cents ?? 0), 0) : undefined;
    const coming = today === null ? undefined : forecast?.cents[index + 1 - today];
    return {
      day: index + 1,
      parts: own,
      total,
      forecast: coming === undefined ? undefined : (total ?? 0) + coming,
      before: before[index],
    };
  });
}

const columnOf = ({ dayCents }: BudgetLine): TableColumn<DayRow> => ({
  id: 'budget',
  header: 'Budget, on average',
  align: 'end',
  cell: () => amount(dayCents),
});

const amount = (cents: number | undefined): string =>
  cents === undefined ? '' : formatCents(Math.round(cents));
const forecastOf = ({ forecast }: DayRow): string => amount(forecast);
