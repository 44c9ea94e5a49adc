import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { AmountTiles } from './AmountTiles.tsx';
import { usageQuery, virtualCashQuery } from './billing.queries.ts';
import { ServiceUsageCard } from './ServiceUsageCard.tsx';

export function UsagePage() {
  const [showsAllMetrics, setShowsAllMetrics] = useState(false);
  const usage = useQuery(usageQuery());
  const virtualCash = useQuery(virtualCashQuery());
  return (
    <>
      <PageHeader
        title="Usage"
        description="This month so far. It is billed after the month ends (UTC)."
        actions={
          <Button aria-pressed={showsAllMetrics} onClick={() => setShowsAllMetrics(!showsAllMetrics)}>
            Toggle All Metrics
          </Button>
        }
      />
      <div className="grid gap-4">
        <PanelBoundary>
          <Card>
            <div className="flex flex-wrap gap-x-10 gap-y-4">
              <QueryPanel query={usage}>
                {({ grandTotalCents }) => (
                  <AmountTiles amounts={[{ label: 'Grand total', value: formatCents(grandTotalCents) }]} />
                )}
              </QueryPanel>
              <QueryPanel query={virtualCash}>
                {(cents) => (
                  <AmountTiles amounts={[{ label: 'Remaining free tier', value: formatCents(cents) }]} />
                )}
              </QueryPanel>
            </div>
          </Card>
        </PanelBoundary>
        <QueryPanel query={usage} hidesError>
          {({ services }) =>
            services.length === 0 ? (
              <Card>
                <EmptyState
                  hint="Usage appears here shortly after the first call to one of your functions."
                  action={
                    <AppLink href={paths.prices()} className={buttonClass()}>
                      See prices
                    </AppLink>
                  }
                />
              </Card>
            ) : (
              <div className="grid gap-4 lg:grid-cols-2">
                {services.map((service) => (
                  <PanelBoundary key={service.service.id}>
                    <ServiceUsageCard usage={service} showsAllMetrics={showsAllMetrics} />
                  </PanelBoundary>
                ))}
              </div>
            )
          }
        </QueryPanel>
      </div>
    </>
  );
}
