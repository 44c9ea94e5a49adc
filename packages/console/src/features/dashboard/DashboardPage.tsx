import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useReadAhead } from '../../api/read-ahead.ts';
import { useAuth } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { GettingStarted } from '../articles/public.ts';
import { LatestInvoices, UsageSummary } from '../billing/public.ts';
import { UploadImportDialog } from '../configuration/public.ts';
import { LimitNotices } from '../limits/public.ts';
import { ServicesStatus } from '../services/public.ts';
import { Activity } from './Activity.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';
import { OverviewLayout } from './OverviewLayout.tsx';
import { OverviewTiles } from './OverviewTiles.tsx';
import {
  activityQuery,
  hasCallsQuery,
  latestCallsQuery,
  ownChangesQuery,
  recentRunsQuery,
} from './overview.queries.ts';
import { useFirstSteps } from './use-first-steps.ts';
import { WidgetSlot } from './WidgetSlot.tsx';

export { readOverview } from './read-overview.ts';

const AdministratorTiles = lazyPart(
  async () => (await import('./AdministratorTiles.tsx')).AdministratorTiles,
);

interface DashboardPageProps {
  /** The service whose upload dialog is open. */
  openImport?: string | undefined;
}

/** Overview of the domain, composed of panels of other features. */
export function DashboardPage({ openImport }: DashboardPageProps) {
  const navigate = useNavigate();
  const auth = useAuth();
  const [now] = useState(() => new Date());
  const firstSteps = useFirstSteps(now);
  useReadAhead([
    recentRunsQuery(),
    latestCallsQuery(),
    hasCallsQuery(),
    ownChangesQuery(now, auth.user?.username ?? ''),
    activityQuery(now),
  ]);
  return (
    <OverviewLayout
      notices={<LimitNotices />}
      tiles={
        auth.isAdmin ? (
          <Suspense fallback={<Skeleton lines={3} />}>
            <AdministratorTiles now={now} />
          </Suspense>
        ) : (
          <OverviewTiles now={now} />
        )
      }
      aside={
        <>
          <WidgetSlot />
          <PanelBoundary>
            <GettingStarted />
          </PanelBoundary>
        </>
      }
    >
      {/* The live region of matters stays mounted while it is empty, and then leaves no gap. */}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 [&>:empty]:absolute">
        {firstSteps.isOpen && <FirstSteps steps={firstSteps.steps} onDismiss={firstSteps.hide} />}
        <PanelBoundary>
          <NeedsAttention now={now} />
        </PanelBoundary>
        <PanelBoundary>
          <Activity now={now} />
        </PanelBoundary>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <PanelBoundary>
          <UsageSummary />
        </PanelBoundary>
        {mayDo(auth, 'billing.read') && (
          <PanelBoundary>
            <LatestInvoices />
          </PanelBoundary>
        )}
        <PanelBoundary>
          <ServicesStatus />
        </PanelBoundary>
      </div>
      <ErrorDialog
        title="The choice could not be saved"
        error={firstSteps.error}
        onClose={firstSteps.reset}
      />
      {openImport !== undefined && mayDo(auth, 'configuration.write') && (
        <Suspense fallback={null}>
          <UploadImportDialog
            serviceName={openImport}
            onClose={() => void navigate({ href: paths.dashboard(), replace: true })}
          />
        </Suspense>
      )}
    </OverviewLayout>
  );
}
