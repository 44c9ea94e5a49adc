import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
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
import { FORECAST_METHOD, usageQuery, virtualCashQuery } from '../billing/public.ts';
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

/** Key figures: month, live versions, tests and calls. */
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
    <div className="grid grid-cols-2 gap-3 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <Tile title="This month" href={paths.usage()} query={month}>
        {(usage) => <MonthFigure usage={usage} now={now} />}
      </Tile>
      {may.live && (
        <Tile title="Live" href={paths.service(FUNCTIONS_SERVICE, { tab: 'versions' })} query={live}>
          {({ services }) => <LiveServices services={services} now={now} />}
        </Tile>
      )}
      {may.tests && (
        <Tile title="Tests" href={paths.testRunnerDashboard()} query={runs}>
          {(found) => <TestsFigure runs={found} now={now} />}
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
              <p className={errors === 0 ? '' : 'text-danger'}>
                {errors === 0 ? 'None failed' : `${errors.toLocaleString('en-US')} failed`}
              </p>
              {p95Ms !== null && <p>95% within {formatMilliseconds(p95Ms)}</p>}
              {unanswered.length > 0 && <p>Without {unanswered.join(', ')}</p>}
            </Figure>
          )}
        </Tile>
      )}
    </div>
  );
}

/** Cost so far, with the same figures as the summary of the usage. */
function MonthFigure({ usage, now }: { usage: UsageDays; now: Date }) {
  const total = useQuery(usageQuery());
  const freeTier = useQuery(virtualCashQuery());
  // The parent pays.
  const isChild = useAuth().user?.parentId != null;
  return (
    <Figure value={formatCents(total.data?.grandTotalCents ?? usage.grandTotalCents)}>
      {usage.forecast && (
        <p title={FORECAST_METHOD}>{formatCents(usage.forecast.grandTotalCents)} forecast</p>
      )}
      {isChild && <p>Your own usage only</p>}
      {!isChild && freeTier.data !== undefined && <p>{formatCents(freeTier.data)} of free tier left</p>}
      <CostSparkline usage={usage} now={now} />
    </Figure>
  );
}

/** More would make the tile higher than the others. */
const NAMED_SERVICES = 2;

interface LiveServicesProps {
  services: readonly ConfiguredService[];
  now: Date;
}

/** Live version of each service, its state against git, and its last change. The latest changes are first. */
function LiveServices({ services, now }: LiveServicesProps) {
  const latest = services.toSorted((one, other) =>
    (other.lastChange?.on ?? '').localeCompare(one.lastChange?.on ?? ''),
  );
  const others = latest.length - NAMED_SERVICES;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {latest.slice(0, NAMED_SERVICES).map((service) => (
        <li key={service.serviceId}>
          <span className="flex justify-between gap-x-2 max-sm:flex-wrap">
            <span className="min-w-0 truncate font-medium">{service.serviceName}</span>
            <span className="tabular shrink-0">
              {service.version === null ? 'does not answer' : `version ${service.version}`}
            </span>
          </span>
          <span className="block text-xs text-ink-soft">
            {describeLive(service)}
            {service.lastChange && (
              <>
                ,{' '}
                <time dateTime={service.lastChange.on} title={formatDateTime(service.lastChange.on)}>
                  {timeAgo(service.lastChange.on, now)}
                </time>{' '}
                by {madeBy(service.lastChange)}
              </>
            )}
          </span>
        </li>
      ))}
      {others > 0 && (
        <li className="text-xs text-ink-soft">{others === 1 ? 'and one more' : `and ${others} more`}</li>
      )}
    </ul>
  );
}

/** Number of passed tests in the last run of all tests, or else in the last run, with the runs before it. */
function TestsFigure({ runs, now }: { runs: readonly TestRunSummary[]; now: Date }) {
  const last = runs.find(({ isOfAll }) => isOfAll) ?? runs[0];
  if (last === undefined) return <Figure value="–">No run yet</Figure>;
  const all = countUnskipped(last);
  return (
    <Figure value={`${(last.counts.OK ?? 0).toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`}>
      <p className="mb-1">
        pass, ran{' '}
        <time dateTime={last.startedAt} title={formatDateTime(last.startedAt)}>
          {timeAgo(last.startedAt, now)}
        </time>
      </p>
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
export function Tile<Data>({ title, href, query, children }: TileProps<Data>) {
  return (
    <section
      aria-label={title}
      className="flex min-h-28 min-w-0 sm:min-h-36 flex-col gap-1 rounded-panel border border-line bg-surface px-3 py-2.5 sm:px-4"
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
export function Figure({ value, children }: { value: ReactNode; children?: ReactNode }) {
  return (
    <>
      <p className="tabular text-lg font-semibold tracking-tight wrap-anywhere sm:text-2xl">{value}</p>
      <div className="text-xs text-ink-soft">{children}</div>
    </>
  );
}
