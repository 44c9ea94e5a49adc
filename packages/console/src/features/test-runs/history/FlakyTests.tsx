import { RETRIED_LETTER, type TestHistory } from '@atrium/contract/test-runs/test-history';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useRunPath } from '../use-run-path.ts';
import { describeRow } from './heat-row.ts';

interface FlakyTestsProps {
  tests: readonly TestHistory[];
  runs: readonly TestRunSummary[];
}

/** Tests whose result differs although nothing changed, each with a way to where it last failed, and the rule. */
export function FlakyTests({ tests, runs }: FlakyTestsProps) {
  const runPath = useRunPath();
  const flaky = tests.filter(({ isFlaky }) => isFlaky);
  return (
    <Card title="Flaky">
      <p className="mb-2 text-sm text-ink-soft">
        A test is flaky if, among these runs, it passed on a retry, or passed in one and failed in another
        while every service had the same configuration version in both.
      </p>
      {flaky.length === 0 ? (
        <EmptyState
          title="No flaky tests"
          hint="A flaky test passes in one run and fails in another, although nothing was changed. None did so in these runs."
          action={null}
        />
      ) : (
        <ul className="grid gap-2">
          {flaky.map(({ id, fullPath, results }) => {
            const runId =
              runs[Math.max(results.lastIndexOf('F'), results.lastIndexOf(RETRIED_LETTER))]?.runId;
            return (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <AppLink
                  className="link min-w-0 wrap-anywhere"
                  href={runPath({ test: id, ...(runId && { runId }) })}
                >
                  {fullPath}
                </AppLink>
                <span className="tabular text-sm text-ink-soft">{describeRow(results)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
