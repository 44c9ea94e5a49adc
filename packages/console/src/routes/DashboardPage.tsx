import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { mayDo } from '../api/auth-state.ts';
import { useAuth } from '../api/session.ts';
import { GettingStarted } from '../features/articles/GettingStarted.tsx';
import { InvoicesCard } from '../features/billing/InvoicesCard.tsx';
import { UsageSummary } from '../features/billing/UsageSummary.tsx';
import { ServicesStatus } from '../features/services/ServicesStatus.tsx';
import { LimitNotices } from '../layout/LimitNotices.tsx';
import { WidgetSlot } from '../layout/WidgetSlot.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorDialog } from '../ui/ErrorDialog.tsx';
import { lazyDialog } from '../ui/lazy-part.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Activity } from './overview/Activity.tsx';
import { FirstSteps } from './overview/FirstSteps.tsx';
import { NeedsAttention } from './overview/NeedsAttention.tsx';
import { OverviewTiles } from './overview/OverviewTiles.tsx';
import { useFirstSteps } from './overview/use-first-steps.ts';

const UploadImportDialog = lazyDialog(
  async () => (await import('../features/configuration/push/UploadImportDialog.tsx')).UploadImportDialog,
);

interface DashboardPageProps {
  /** The service whose upload dialog is open. */
  openImport?: string | undefined;
}

/** The dashboard is put together here, because its panels belong to features that do not know each other. */
export function DashboardPage({ openImport }: DashboardPageProps) {
  const navigate = useNavigate();
  const auth = useAuth();
  const [now] = useState(() => new Date());
  const firstSteps = useFirstSteps();
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          firstSteps.isHidden && <Button onClick={() => firstSteps.show('open')}>Show first steps</Button>
        }
      />
      <ErrorDialog
        title="The choice could not be saved"
        error={firstSteps.error}
        onClose={firstSteps.reset}
      />
      <LimitNotices />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-h-32 min-w-0 lg:col-span-2">
          {firstSteps.isLoading ? (
            // Neither is shown before it is known which one it is.
            <Skeleton lines={3} label="Loading the overview" />
          ) : firstSteps.isOpen ? (
            <FirstSteps steps={firstSteps.steps} onDismiss={() => firstSteps.show('hidden')} />
          ) : (
            <OverviewTiles now={now} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
            <PanelBoundary>
              <NeedsAttention now={now} />
            </PanelBoundary>
            <PanelBoundary>
              <Activity now={now} />
            </PanelBoundary>
          </div>
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
        {/* Above the cards where there is one column: no one looks for the account below them. */}
        <div className="max-lg:order-first">
          <WidgetSlot />
        </div>
      </div>
      {openImport !== undefined && mayDo(auth, 'configuration.write') && (
        <Suspense fallback={null}>
          <UploadImportDialog
            serviceName={openImport}
            onClose={() => void navigate({ href: paths.dashboard(), replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
