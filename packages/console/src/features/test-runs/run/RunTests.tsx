import { isUnfinished, TEST_STATUSES, type TestStatus } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { memo, Suspense, useCallback, useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { UsedArea } from '../../../ui/UsedArea.tsx';
import { useTextSearch } from '../../../ui/use-text-search.ts';
import { ResultDialog } from '../result/ResultDialog.tsx';
import { useRunSearch } from '../run-search.ts';
import { ServiceTestsSection } from './ServiceTestsSection.tsx';
import { TestSearchField } from './TestSearchField.tsx';
import type { TestsTableMode } from './TestsTable.tsx';

// Lazy, because it imports the comparison of expected and actual, which a successful run never needs.
const TestDetailsDialog = lazyDialog(
  async () => (await import('../result/TestDetailsDialog.tsx')).TestDetailsDialog,
);

interface RunTestsProps {
  mode: Exclude<TestsTableMode, 'select'>;
  run: TestRun;
  onCancel?: ((test: Test) => void) | undefined;
}

/** The tests of a run, service by service, narrowed by text and state; one opens by its address. */
export const RunTests = memo(function RunTests({ mode, run, onCancel }: RunTestsProps) {
  const { search, change } = useRunSearch();
  const [text, setText] = useState('');
  const [status, setStatus] = useState<TestStatus | undefined>();
  const [resultOf, setResultOf] = useState<Test | undefined>();
  const { matches: isFound, error } = useTextSearch(text, () =>
    run.servicesTests.flatMap(({ tests }) => tests.map(({ fullPath }) => fullPath)),
  );
  const matches = useMemo(
    () => (test: Test) => isFound(test.fullPath) && (status === undefined || test.status === status),
    [isFound, status],
  );
  const handleShowAll = () => {
    setText('');
    setStatus(undefined);
  };
  const handleOpen = useCallback((test: Test) => change({ test: test.id }), [change]);
  const isOver = !isUnfinished(run.status);
  const [isUsed, setUsed] = useState(false);
  const [isSettled, setSettled] = useState(isOver);
  // Not during pointer or focus use: another element would move under the pointer or focus.
  if (isOver && !isUsed && !isSettled) setSettled(true);
  // Don't fold search results, nor the tests of an active run.
  const isFolded = isSettled && text === '' && status === undefined;
  // The active filter stays visible even if its last test has changed status.
  const present = TEST_STATUSES.filter((one) => one === status || (run.counts[one] ?? 0) > 0);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <TestSearchField value={text} error={error} onChange={setText} />
        <div role="group" aria-label="Show tests by status" className="flex flex-wrap gap-1.5">
          {present.map((one) => (
            <Button
              key={one}
              size="small"
              aria-pressed={status === one}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
              onClick={() => setStatus(status === one ? undefined : one)}
            >
              {one} <span className="tabular text-ink-soft">{run.counts[one] ?? 0}</span>
            </Button>
          ))}
        </div>
      </div>
      <UsedArea className="grid gap-4" onUse={setUsed}>
        {run.servicesTests.map((group) => (
          <ServiceTestsSection
            key={group.serviceId}
            mode={mode}
            group={group}
            matches={matches}
            isFolded={isFolded}
            isNarrowed={text !== '' || status !== undefined}
            onOpen={handleOpen}
            onOpenResult={setResultOf}
            onCancel={isSettled ? undefined : onCancel}
            onShowAll={handleShowAll}
          />
        ))}
      </UsedArea>
      {resultOf && <ResultDialog test={resultOf} onClose={() => setResultOf(undefined)} />}
      {search.test !== undefined && (
        <Suspense fallback={null}>
          <TestDetailsDialog
            runId={run.runId}
            testId={search.test}
            onClose={() => change({ test: undefined })}
          />
        </Suspense>
      )}
    </>
  );
});
