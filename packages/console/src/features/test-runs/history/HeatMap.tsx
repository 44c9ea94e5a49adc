import type { TestHistory } from '@atrium/contract/test-runs/test-history';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { useCallback, useMemo } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import { useRunSearch } from '../run-search.ts';
import { HeatRow } from './HeatRow.tsx';
import { passRate } from './heat-row.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

interface HeatMapProps {
  runs: readonly TestRunSummary[];
  tests: readonly TestHistory[];
}

/** Tests × runs: a row per test, a mark per run. Each row also has its marks as text. */
export function HeatMap({ runs, tests }: HeatMapProps) {
  const { change } = useRunSearch();
  const handleOpen = useCallback(
    (test: string, runId: string) => change({ view: undefined, runId, test }),
    [change],
  );
  const columns = useMemo(() => columnsFor(runs, handleOpen), [runs, handleOpen]);
  return (
    <Card title="Tests by runs" isFlush className="lg:col-span-2">
      <p className="px-4 pb-2 text-sm text-ink-soft">
        The last {formatQuantity(runs.length, 'run')} of {formatQuantity(tests.length, 'test')}, oldest at the
        left. In a row, the arrow keys choose a run and Enter opens it.
      </p>

      <VirtualTable
        caption="Tests by runs"
        columns={columns}
        rows={tests}
        rowKey={({ id }) => id}
        rowHeight={28}
        minWidth="56rem"
        isStacking
        className="max-h-[32rem]"
      />
    </Card>
  );
}

function columnsFor(
  runs: readonly TestRunSummary[],
  onOpen: (testId: string, runId: string) => void,
): TableColumn<TestHistory>[] {
  return [
    {
      id: 'test',
      header: 'Test',
      isRowHeader: true,
      width: 'minmax(12rem, 20rem)',
      sortBy: ({ fullPath }) => fullPath,
      cell: ({ fullPath, isFlaky }) => (
        <span title={fullPath} className="flex min-w-0 items-center gap-2">
          <span className="truncate">{fullPath}</span>
          {isFlaky && <Badge tone="warn">Flaky</Badge>}
        </span>
      ),
    },
    {
      id: 'results',
      header: 'Results',
      width: 'minmax(24rem, 1fr)',
      className: 'max-md:flex-1',
      cell: (test) => <HeatRow test={test} runs={runs} onOpen={onOpen} />,
    },
    {
      id: 'rate',
      header: 'Passed',
      align: 'end',
      width: '7rem',
      sortBy: ({ results }) => passRate(results),
      cell: ({ results }) => {
        const rate = passRate(results);
        return rate === undefined ? '–' : percent.format(rate);
      },
    },
  ];
}
