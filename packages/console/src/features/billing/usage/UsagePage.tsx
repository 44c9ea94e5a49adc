import { exportUsage } from '@atrium/contract/billing/usage-month';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { request } from '../../../api/call.ts';
import { useAuth } from '../../../api/session.ts';
import { useDownload } from '../../../api/use-download.ts';
import { Help } from '../../../layout/Help.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { DownloadButton } from '../../../ui/DownloadButton.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { PanelBoundary } from '../../../ui/PanelBoundary.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { LimitsCard, OldVersionsCard } from '../../limits/public.ts';
import { monthAndYear } from '../days.ts';
import { ServiceUsageCard } from '../ServiceUsageCard.tsx';
import { BudgetsCard } from './BudgetsCard.tsx';
import { Comparison } from './Comparison.tsx';
import { MonthSelect } from './MonthSelect.tsx';
import { ServiceUsage } from './ServiceUsage.tsx';
import { isUsagePart } from './StackedBy.tsx';
import { UsagePlotCard } from './UsagePlotCard.tsx';
import { UsageTiles } from './UsageTiles.tsx';
import { UsedFunctionsCard } from './UsedFunctionsCard.tsx';
import { monthUsageQuery, usageDaysQuery } from './usage.queries.ts';
import { useAddressedMonth } from './use-addressed-month.ts';

/** Cost of a month: in total, by day, by function and by metric, and the limits of the domain. */
export function UsagePage() {
  const [showsAllMetrics, setShowsAllMetrics] = useState(false);
  const { month, running, choose } = useAddressedMonth();
  const [by, setBy] = useAddressed('by');
  const auth = useAuth();
  const mayReadBills = mayDo(auth, 'billing.read');
  // A child user sees usage of their own calls only; the parent pays for them.
  const isChild = auth.user?.parentId != null;
  const usage = useQuery(monthUsageQuery(month));
  const isUnused = usage.data?.services.length === 0;
  return (
    <>
      <PageHeader
        title="Usage"
        description={
          <>
            {month === running
              ? 'This month so far. It is billed after the month ends (UTC).'
              : `All of ${monthAndYear(`${month}-01`)} (UTC).`}{' '}
            {isChild && 'It shows your own usage, not that of the whole domain. '}
            <Help topic="usage" />
          </>
        }
        actions={
          <UsageActions
            month={month}
            onMonth={choose}
            showsAllMetrics={showsAllMetrics}
            onShowAllMetrics={setShowsAllMetrics}
          />
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PanelBoundary>
          <UsageTiles month={month} isRunning={month === running} />
        </PanelBoundary>
        {isUnused ? (
          // Same height as the plot that replaces this card.
          <Card className="grid min-h-[26rem] items-center">
            <EmptyState
              hint={
                month === running
                  ? 'Usage appears here shortly after the first call to one of your functions.'
                  : 'Nothing was used in this month.'
              }
              action={
                <AppLink href={paths.prices()} className={buttonClass()}>
                  See prices
                </AppLink>
              }
            />
          </Card>
        ) : (
          <>
            <PanelBoundary>
              <UsagePlotCard month={month} by={isUsagePart(by) ? by : 'service'} onStack={setBy} />
            </PanelBoundary>
            <PanelBoundary>
              <ComparisonCard key={month} month={month} isRunning={month === running} />
            </PanelBoundary>
            <PanelBoundary>
              <UsedFunctionsCard key={month} month={month} />
            </PanelBoundary>
          </>
        )}
        {month === running && mayReadBills && (
          <PanelBoundary>
            <BudgetsCard />
          </PanelBoundary>
        )}
        {!isUnused && (
          <QueryPanel
            query={usage}
            hidesError
            skeleton={<PageSkeleton label="Loading the metrics" cards={['h-60']} />}
          >
            {({ services }) => (
              <div className="grid items-start gap-4 lg:grid-cols-2">
                {services.map((service) => (
                  <PanelBoundary key={service.service.id}>
                    <ServiceUsageCard
                      month={month}
                      usage={service}
                      showsAllMetrics={showsAllMetrics}
                      onShowAllMetrics={() => setShowsAllMetrics(true)}
                    />
                  </PanelBoundary>
                ))}
              </div>
            )}
          </QueryPanel>
        )}
      </div>
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

/** The usage of one service, for its page; in this file, because every page names all files. */
export function UsageOfService({ serviceId }: { serviceId: string }) {
  return (
    <PanelBoundary>
      <ServiceUsage serviceId={serviceId} />
    </PanelBoundary>
  );
}

/** Explains the difference to an earlier month; empty in the first month. */
function ComparisonCard({ month, isRunning }: { month: string; isRunning: boolean }) {
  const { data } = useQuery(usageDaysQuery(month, 'service'));
  if (data === undefined || data.firstMonth >= month) return null;
  return (
    <Card>
      <Collapsible level={2} title="Compare with an earlier month">
        <Comparison month={month} firstMonth={data.firstMonth} isRunning={isRunning} />
      </Collapsible>
    </Card>
  );
}

interface UsageActionsProps {
  month: string;
  onMonth: (month: string) => void;
  showsAllMetrics: boolean;
  onShowAllMetrics: (showsAll: boolean) => void;
}

/** Month and metric selection, and the download of the month. */
function UsageActions(props: UsageActionsProps) {
  const { month, onMonth, showsAllMetrics, onShowAllMetrics } = props;
  const exporting = useUsageExport(month);
  return (
    <>
      <MonthSelect month={month} onMonth={onMonth} />
      <DownloadButton download={exporting}>Export CSV</DownloadButton>
      <Button aria-pressed={showsAllMetrics} onClick={() => onShowAllMetrics(!showsAllMetrics)}>
        Toggle All Metrics
      </Button>
      <ErrorDialog error={exporting.error} onClose={exporting.reset} />
    </>
  );
}

/** Saves the usage of a month as a CSV file. */
function useUsageExport(month: string) {
  return useDownload(`usage-${month}.csv`, () => request(exportUsage, { query: { month } }));
}
