import { GettingStarted } from '../features/articles/GettingStarted.tsx';
import { InvoicesCard } from '../features/billing/InvoicesCard.tsx';
import { UsageSummary } from '../features/billing/UsageSummary.tsx';
import { ServicesStatus } from '../features/services/ServicesStatus.tsx';
import { WidgetSlot } from '../layout/WidgetSlot.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';

/** The dashboard is put together here, because its panels belong to features that do not know each other. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PanelBoundary>
            <UsageSummary />
          </PanelBoundary>
          <PanelBoundary>
            <InvoicesCard />
          </PanelBoundary>
          <PanelBoundary>
            <ServicesStatus />
          </PanelBoundary>
          <PanelBoundary>
            <GettingStarted />
          </PanelBoundary>
        </div>
        <WidgetSlot />
      </div>
    </>
  );
}
