import { formatMilliseconds } from '@atrium/contract/format-scale';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { formatQuantity } from '../../../lib/format.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { Card } from '../../../ui/Card.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { Table } from '../../../ui/Table.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { runPassRate } from './run-pass-rate.ts';
import { TrendLine } from './TrendLine.tsx';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const rateText = (run: TestRunSummary) => {
  const rate = runPassRate(run);
  return rate === undefined ? '–' : percent.format(rate);
};
const durationText = ({ duration }: TestRunSummary) => formatMilliseconds(Math.round(duration));

const columns: TableColumn<TestRunSummary>[] = [
  { id: 'run', header: 'Run', isRowHeader: true, cell: ({ startedAt }) => formatDayMonthYearTime(startedAt) },
  { id: 'rate', header: 'Passed', align: 'end', cell: rateText },
  { id: 'duration', header: 'Duration', align: 'end', cell: durationText },
];

/** Share of passed tests and duration, run by run: two lines, and the same as a table. */
export function RunTrend({ runs }: { runs: readonly TestRunSummary[] }) {
  const rated = runs.filter((run) => runPassRate(run) !== undefined);
  const leftOut = runs.length - rated.length;
  return (
    <Card title="Pass rate and duration" className="lg:col-span-2">
      <div className="grid gap-4 md:grid-cols-2">
        <TrendLine
          name="Passed"
          runs={rated}
          valueOf={(run) => runPassRate(run) ?? 0}
          textOf={rateText}
          max={1}
        />
        <TrendLine name="Duration" runs={runs} valueOf={({ duration }) => duration} textOf={durationText} />
      </div>
      {leftOut > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          {formatQuantity(leftOut, 'run')} in which no test passed or failed {leftOut === 1 ? 'is' : 'are'}{' '}
          left out of the pass rate.
        </p>
      )}
      <Collapsible title="As a table" className="mt-2">
        <div
          className="max-h-80 overflow-y-auto"
          tabIndex={0}
          role="group"
          aria-label="Pass rate and duration, as a table"
        >
          <Table
            caption="Pass rate and duration"
            columns={columns}
            rows={runs.toReversed()}
            rowKey={({ runId }) => runId}
          />
        </div>
      </Collapsible>
    </Card>
  );
}
