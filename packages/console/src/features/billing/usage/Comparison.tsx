import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/Table.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { monthAndYear } from '../days.ts';
import { listMonths, monthBefore } from './months.ts';
import { comparisonQuery } from './usage.queries.ts';
import { amountText, barOf, type WaterfallRow, waterfallRows } from './waterfall.ts';

interface ComparisonProps {
  month: string;
  firstMonth: string;
  isRunning: boolean;
}

/** Difference to an earlier month by part, as a waterfall in the rows of a table. */
export function Comparison({ month, firstMonth, isRunning }: ComparisonProps) {
  const [from, setFrom] = useState(monthBefore(month));
  const comparison = useQuery(comparisonQuery(from, month));
  return (
    <div className="grid gap-3">
      <Select
        label="Compare with"
        className="max-w-sm"
        value={from}
        options={listMonths(firstMonth, monthBefore(month)).map((each) => ({
          value: each,
          label: monthAndYear(`${each}-01`),
        }))}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <QueryPanel query={comparison} skeleton={<Skeleton lines={6} label="Comparing the months" />}>
        {(compared) => {
          const rows = waterfallRows({ from, to: month }, compared);
          return (
            <Table
              caption={`${monthAndYear(`${from}-01`)} and ${monthAndYear(`${month}-01`)} compared`}
              columns={columnsOf(rows)}
              rows={rows}
              rowKey={({ name }) => name}
            />
          );
        }}
      </QueryPanel>
      <p className="text-sm text-ink-soft">
        Volume is more or less usage of functions and collections that both months have, at the prices of the
        last day of {monthAndYear(`${from}-01`)}. Prices is what changed prices make of it.
        {isRunning &&
          ` ${monthAndYear(`${month}-01`)} is not over yet: it counts until now, and ${monthAndYear(`${from}-01`)} in full. The change of each function, over the same days of both months, stands in its list.`}
      </p>
    </div>
  );
}

const columnsOf = (rows: readonly WaterfallRow[]): TableColumn<WaterfallRow>[] => [
  { id: 'part', header: 'Part', isRowHeader: true, className: 'min-w-32', cell: ({ name }) => name },
  {
    id: 'bar',
    header: 'Bar',
    isHeaderHidden: true,
    className: 'w-full',
    cell: (row) => {
      const { left, width } = barOf(row, rows);
      return (
        <span
          aria-hidden
          className="relative block h-2 w-full min-w-20 overflow-hidden rounded-full bg-sunken"
        >
          <span
            className="absolute inset-y-0"
            style={{ left: `${left}%`, width: `${width}%`, background: colorOf(row) }}
          />
        </span>
      );
    },
  },
  { id: 'amount', header: 'Amount', align: 'end', cell: amountText },
];

/** Color of an increase or a decrease; the sign of the amount shows it as well. */
function colorOf({ isTotal, cents }: WaterfallRow): string {
  if (isTotal) return 'var(--atrium-accent)';
  return cents > 0 ? 'var(--atrium-warn)' : 'var(--atrium-note)';
}
