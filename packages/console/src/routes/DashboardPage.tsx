import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { mayDo } from '../api/auth-state.ts';
import { useAuth } from '../api/session.ts';
import { GettingStarted } from '../features/articles/GettingStarted.tsx';
import { InvoicesCard } from '../features/billing/InvoicesCard.tsx';
import { UsageSummary } from '../features/billing/UsageSummary.tsx';
import { ServicesStatus } from '../features/services/ServicesStatus.tsx';
import { LimitNotices } from '../layout/LimitNotices.tsx';
import { WidgetSlot } from '../layout/WidgetSlot.tsx';
import { paths } from '../paths.ts';
import { lazyDialog } from '../ui/lazy-part.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';

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
  return (
    <>
      <PageHeader title="Dashboard" />
      <LimitNotices />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
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
