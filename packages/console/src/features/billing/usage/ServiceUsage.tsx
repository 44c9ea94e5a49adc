import { useQuery } from '@tanstack/react-query';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { PanelBoundary } from '../../../ui/PanelBoundary.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { ServiceUsageCard } from '../ServiceUsageCard.tsx';
import { ServiceMonthCard } from './ServiceMonthCard.tsx';
import { isUsagePart } from './StackedBy.tsx';
import { UsagePlotCard } from './UsagePlotCard.tsx';
import { UsedFunctionsCard } from './UsedFunctionsCard.tsx';
import { monthUsageQuery } from './usage.queries.ts';
import { useAddressedMonth } from './use-addressed-month.ts';

/** Usage of one service in a month and its cost. */
export function ServiceUsage({ serviceId }: { serviceId: string }) {
  const { month, choose } = useAddressedMonth();
  const [by, setBy] = useAddressed('by');
  const part = isUsagePart(by) && by !== 'service' ? by : 'function';
  const usage = useQuery(monthUsageQuery(month, serviceId));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ServiceMonthCard serviceId={serviceId} month={month} by={part} onMonth={choose} />
      <QueryPanel
        query={usage}
        skeleton={<PageSkeleton label="Loading the usage" cards={['h-96', 'h-60']} />}
      >
        {({ services: [own] }) =>
          own === undefined ? (
            <Card>
              <EmptyState
                title="No usage"
                hint="This service was not used in this month. Every call of one of its functions appears here, with its cost."
                action={
                  <AppLink href={paths.service(serviceId)} className={buttonClass()}>
                    Choose a function to call
                  </AppLink>
                }
              />
            </Card>
          ) : (
            <>
              <PanelBoundary>
                <UsagePlotCard month={month} serviceId={serviceId} by={part} onStack={setBy} />
              </PanelBoundary>
              <PanelBoundary>
                <UsedFunctionsCard key={month} month={month} serviceId={serviceId} />
              </PanelBoundary>
              <ServiceUsageCard month={month} usage={own} />
            </>
          )
        }
      </QueryPanel>
    </div>
  );
}
