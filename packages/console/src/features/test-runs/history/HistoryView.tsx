import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { RunTestsLink } from '../RunTestsLink.tsx';
import { testHistoryQuery } from '../run-history.queries.ts';
import { FlakyTests } from './FlakyTests.tsx';
import { HeatMap } from './HeatMap.tsx';
import { QuarantineCard } from './QuarantineCard.tsx';
import { RunTrend } from './RunTrend.tsx';
import { SlowestTests } from './SlowestTests.tsx';

/** Test results of the latest runs: per test and run, totals over time, and outliers. */
export function HistoryView() {
  const history = useQuery(testHistoryQuery());
  // Deferred, so that rendering doesn't block the page.
  const shown = useDeferredValue(history.data, undefined);
  return (
    <QueryPanel
      query={{ ...history, data: shown }}
      skeleton={<Skeleton lines={10} label="Loading the history of the tests" />}
    >
      {({ runs, tests }) =>
        runs.length === 0 ? (
          <Card>
            <EmptyState
              title="No history yet"
              hint="No test runs yet. Every run adds a column here."
              action={<RunTestsLink>Choose tests to run</RunTestsLink>}
            />
          </Card>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
            <HeatMap runs={runs} tests={tests} />
            <RunTrend runs={runs} />
            <SlowestTests tests={tests} />
            <FlakyTests tests={tests} runs={runs} />
            <QuarantineCard />
          </div>
        )
      }
    </QueryPanel>
  );
}
