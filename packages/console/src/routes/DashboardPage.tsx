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
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';
import { Activity } from './overview/Activity.tsx';
import { FirstSteps } from './overview/FirstSteps.tsx';
import { NeedsAttention } from './overview/NeedsAttention.tsx';
import { OverviewLayout } from './overview/OverviewLayout.tsx';
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
