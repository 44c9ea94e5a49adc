import { ServiceUsage } from '../features/billing/usage/ServiceUsage.tsx';
import { UsagePage } from '../features/billing/usage/UsagePage.tsx';
import { LimitsCard } from '../features/limits/LimitsCard.tsx';
import { OldVersionsCard } from '../features/limits/OldVersionsCard.tsx';
import { PanelBoundary } from '../ui/PanelBoundary.tsx';

/** What is used is seen beside what may be used; the two belong to different features. */
export function UsageWithLimits() {
  return (
    <>
      <UsagePage />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <PanelBoundary>
          <LimitsCard />
        </PanelBoundary>
        <PanelBoundary>
          <OldVersionsCard />
        </PanelBoundary>
      </div>
    </>
  );
}

/** The same of one service, for its page: in one file with it, because every page knows the names of all files. */
export function UsageOfService({ serviceId }: { serviceId: string }) {
  return (
    <PanelBoundary>
      <ServiceUsage serviceId={serviceId} />
    </PanelBoundary>
  );
}
