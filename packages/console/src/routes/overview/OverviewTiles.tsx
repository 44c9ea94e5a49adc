import { formatCents } from '@atrium/contract/billing/money';
import { formatMilliseconds } from '@atrium/contract/format-scale';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { FORECAST_METHOD } from '../../features/billing/usage/forecast-method.ts';
import { paths } from '../../paths.ts';
import { CostSparkline } from './CostSparkline.tsx';
import { LiveServices } from './LiveServices.tsx';
import {
  FUNCTIONS_SERVICE,
  latestCallsQuery,
  liveServicesQuery,
  recentRunsQuery,
  runningMonthQuery,
} from './overview.queries.ts';
import { TestsFigure } from './TestsFigure.tsx';
import { Figure, Tile } from './Tile.tsx';

/** The month, what is live, the tests and the calls, each in one figure; all are asked for at once. */
export function OverviewTiles({ now }: { now: Date }) {
  const auth = useAuth();
  const may = {
    live: mayDo(auth, 'configuration.read'),
    tests: mayDo(auth, 'tests.read'),
    calls: mayDo(auth, 'functions.invoke'),
  };
  const month = useQuery(runningMonthQuery(now));
  const live = useQuery({ ...liveServicesQuery(), enabled: may.live });
  const runs = useQuery({ ...recentRunsQuery(), enabled: may.tests });
  const latest = useQuery({ ...latestCallsQuery(), enabled: may.calls });
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Tile title="This month" href={paths.usage()} query={month}>
        {(usage) => (
          <Figure value={formatCents(usage.grandTotalCents)}>
            {usage.forecast && (
              <p title={FORECAST_METHOD}>{formatCents(usage.forecast.grandTotalCents)} forecast</p>
            )}
            <CostSparkline usage={usage} now={now} />
          </Figure>
        )}
      </Tile>
      {may.live && (
        <Tile title="Live" href={paths.service(FUNCTIONS_SERVICE, { tab: 'versions' })} query={live}>
          {({ services }) => <LiveServices services={services} now={now} />}
        </Tile>
      )}
      {may.tests && (
        <Tile title="Tests" href={paths.testRunnerDashboard()} query={runs}>
          {(found) => <TestsFigure runs={found} />}
        </Tile>
      )}
      {may.calls && (
        <Tile
          title="Calls in 24 hours"
          href={paths.service(FUNCTIONS_SERVICE, { tab: 'logs' })}
          query={latest}
        >
          {({ calls, errors, p95Ms, unanswered }) => (
            <Figure value={calls.toLocaleString('en-US')}>
              <p>{errors === 0 ? 'None failed' : `${errors.toLocaleString('en-US')} failed`}</p>
              {p95Ms !== null && <p>95% of calls within {formatMilliseconds(p95Ms)}</p>}
              {unanswered.length > 0 && <p>Without {unanswered.join(', ')}</p>}
            </Figure>
          )}
        </Tile>
      )}
    </div>
  );
}
