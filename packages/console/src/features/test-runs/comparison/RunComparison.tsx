import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useMemo } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import { compareRuns, SLOWER_MS, TEST_DIFFERENCES } from './compare-runs.ts';
import { comparedColumns } from './compared-columns.tsx';
import { VersionsBetween } from './VersionsBetween.tsx';

/** Differences between two runs. The earlier run is on the left. */
export function RunComparison({ run, other }: { run: TestRun; other: TestRun }) {
  const [before, after] = other.startedAt <= run.startedAt ? [other, run] : [run, other];
  const rows = useMemo(() => compareRuns(before, after), [before, after]);
  const columns = useMemo(() => comparedColumns(before.runId, after.runId), [before.runId, after.runId]);
  const sums = TEST_DIFFERENCES.map((difference) => ({
    difference,
    count: rows.filter((row) => row.difference === difference).length,
  })).filter(({ count }) => count > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>
        From the run of {formatDayMonthYearTime(before.startedAt)} to that of{' '}
        {formatDayMonthYearTime(after.startedAt)}:{' '}
        <strong>
          {sums.length === 0
            ? 'every test ended as before.'
            : sums
                .map(
                  ({ difference, count }) =>
                    `${count} ${difference}${difference === 'new failure' && count > 1 ? 's' : ''}`,
                )
                .join(', ')}
        </strong>
      </p>
      <VersionsBetween before={before} after={after} />
      {rows.length === 0 ? (
        <EmptyState
          title="No differences"
          hint="Every test ended the same way in both runs, and none took noticeably longer."
          action={null}
        />
      ) : (
        <>
          <VirtualTable
            caption={formatQuantity(rows.length, 'test that differs', 'tests that differ')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            minWidth="50rem"
            isStacking
            className="max-h-[32rem]"
          />
          <p className="text-sm text-ink-soft">
            Slower: the test took at least 50% longer, and at least {SLOWER_MS} ms longer.
          </p>
        </>
      )}
    </div>
  );
}
