import { formatCents } from '@atrium/contract/billing/money';
import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { formatMilliseconds } from '@atrium/contract/format-scale';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { madeBy } from '../../lib/logged-user.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { type PanelQuery, QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FORECAST_METHOD } from '../billing/public.ts';
import { countUnskipped, RunStrip } from '../test-runs/public.ts';
import { CostSparkline } from './CostSparkline.tsx';
import { describeLive } from './describe-live.ts';
import {
  FUNCTIONS_SERVICE,
  latestCallsQuery,
  liveServicesQuery,
  recentRunsQuery,
  runningMonthQuery,
} from './overview.queries.ts';

/** Key figures: month, live versions, tests and calls. All are requested in parallel. */
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

interface LiveServicesProps {
  services: readonly ConfiguredService[];
  now: Date;
}

/** Live version of each service and the author of its last change. */
function LiveServices({ services, now }: LiveServicesProps) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {services.map((service) => (
        <li key={service.serviceId} className="wrap-anywhere">
          {describeLive(service)}
          {service.lastChange && (
            <span className="block text-xs text-ink-soft">
              Changed{' '}
              <time dateTime={service.lastChange.on} title={formatDateTime(service.lastChange.on)}>
                {timeAgo(service.lastChange.on, now)}
              </time>{' '}
              by {madeBy(service.lastChange)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Number of passed tests in the last run of all tests, or else in the last run, with the runs before it. */
function TestsFigure({ runs }: { runs: readonly TestRunSummary[] }) {
  const last = runs.find(({ isOfAll }) => isOfAll) ?? runs[0];
  if (last === undefined) return <Figure value="–">No run yet</Figure>;
  const all = countUnskipped(last);
  return (
    <Figure value={`${(last.counts.OK ?? 0).toLocaleString('en-US')} of ${all.toLocaleString('en-US')} pass`}>
      <RunStrip runs={runs} isDense />
    </Figure>
  );
}

interface TileProps<Data> {
  title: string;
  href: string;
  query: PanelQuery<Data>;
  children: (answer: Data) => ReactNode;
}

/** Key figure of the overview, linked to its page. Same height while it loads. */
function Tile<Data>({ title, href, query, children }: TileProps<Data>) {
  return (
    <section
      aria-label={title}
      className="flex min-h-32 min-w-0 flex-col gap-1 rounded-panel border border-line bg-surface px-4 py-3"
    >
      <h2 className="text-sm">
        <AppLink href={href}>{title}</AppLink>
      </h2>
      <QueryPanel query={query} skeleton={<Skeleton lines={3} />}>
        {children}
      </QueryPanel>
    </section>
  );
}

/** Figure with a smaller caption. */
function Figure({ value, children }: { value: ReactNode; children?: ReactNode }) {
  return (
    <>
      <p className="tabular text-2xl font-semibold tracking-tight">{value}</p>
      <div className="text-sm text-ink-soft">{children}</div>
    </>
  );
}
