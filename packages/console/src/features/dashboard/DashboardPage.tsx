import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { GettingStarted } from '../articles/public.ts';
import { InvoicesCard, UsageSummary } from '../billing/public.ts';
import { UploadImportDialog } from '../configuration/public.ts';
import { LimitNotices } from '../limits/public.ts';
import { ServicesStatus } from '../services/public.ts';
import { Activity } from './Activity.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';
import { OverviewLayout } from './OverviewLayout.tsx';
import { OverviewTiles } from './OverviewTiles.tsx';
import { activityQuery, hasCallsQuery, latestCallsQuery, recentRunsQuery } from './overview.queries.ts';
import { useFirstSteps } from './use-first-steps.ts';
import { WidgetSlot } from './WidgetSlot.tsx';

export { readOverview } from './read-overview.ts';

/** The next visit reads anew what this one read ahead of its first drawing. */
function useReadAnew(now: Date): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      for (const { queryKey } of [recentRunsQuery(), latestCallsQuery(), hasCallsQuery(), activityQuery(now)])
        void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    },
    [client, now],
  );
}

interface DashboardPageProps {
  /** The service whose upload dialog is open. */
  openImport?: string | undefined;
}

/** Overview of the domain, composed of panels of other features. */
export function DashboardPage({ openImport }: DashboardPageProps) {
  const navigate = useNavigate();
  const auth = useAuth();
  const [now] = useState(() => new Date());
  const firstSteps = useFirstSteps();
  useReadAnew(now);
  return (
    <OverviewLayout
      actions={!firstSteps.isOpen && <Button onClick={firstSteps.show}>Show first steps</Button>}
      notices={<LimitNotices />}
      top={
        firstSteps.isOpen ? (
          <FirstSteps steps={firstSteps.steps} onDismiss={firstSteps.hide} />
        ) : (
          <OverviewTiles now={now} />
        )
      }
      account={<WidgetSlot />}
    >
      <div className="grid min-w-0 grid-cols-1 gap-5 md:grid-cols-2">
        <PanelBoundary>
          <NeedsAttention now={now} />
        </PanelBoundary>
        <PanelBoundary>
          <Activity now={now} />
        </PanelBoundary>
      </div>
      <div className="flex min-w-0 flex-col gap-6 max-lg:order-last">
        <PanelBoundary>
          <UsageSummary />
        </PanelBoundary>
        {mayDo(auth, 'billing.read') && (
          <PanelBoundary>
            <InvoicesCard />
          </PanelBoundary>
        )}
        <PanelBoundary>
          <ServicesStatus />
        </PanelBoundary>
        <PanelBoundary>
          <GettingStarted />
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
