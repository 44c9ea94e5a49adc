import { formatMilliseconds } from '@atrium/contract/format-scale';
import type { TestHistory } from '@atrium/contract/test-runs/test-history';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Table } from '../../../ui/Table.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { RunTestsLink } from '../RunTestsLink.tsx';

const SHOWN = 10;

const columns: TableColumn<TestHistory>[] = [
  {
    id: 'test',
    header: 'Test',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ fullPath }) => fullPath,
  },
  {
    id: 'average',
    header: 'On average',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ averageMs }) => formatMilliseconds(Math.round(averageMs ?? 0)),
  },
];

/** The tests that took longest on average when they passed. */
export function SlowestTests({ tests }: { tests: readonly TestHistory[] }) {
  const slowest = tests
    .filter(({ averageMs }) => averageMs !== null)
    .toSorted((a, b) => (b.averageMs ?? 0) - (a.averageMs ?? 0))
    .slice(0, SHOWN);
  return (
    <Card title="Slowest" isFlush>
      {slowest.length === 0 ? (
        <EmptyState
          title="No tests yet"
          hint="No test has passed in these runs."
          action={<RunTestsLink>Choose tests to run</RunTestsLink>}
        />
      ) : (
        <Table caption="Slowest tests" columns={columns} rows={slowest} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
