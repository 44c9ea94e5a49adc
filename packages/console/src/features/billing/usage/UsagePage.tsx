import { exportUsage } from '@atrium/contract/billing/usage-month';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
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
import { classNames } from '../../../ui/class-names.ts';
import { DownloadButton } from '../../../ui/DownloadButton.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { X } from '../../../ui/message-icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { PanelBoundary } from '../../../ui/PanelBoundary.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { LimitsCard } from '../../limits/public.ts';
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

/** Cost of a month, its services in detail, and the budgets and limits of the domain. */
export function UsagePage() {
  const [tab, setTab] = useAddressed('tab');
  return tab === 'limits' ? <BudgetsAndLimits /> : <MonthUsage tab={tab} onTab={setTab} />;
}

function MonthUsage({ tab, onTab }: { tab: string | undefined; onTab: (tab: string | undefined) => void }) {
  const [showsAllMetrics, setShowsAllMetrics] = useState(false);
  const { month, running, choose } = useAddressedMonth();
  const auth = useAuth();
  // A child user sees usage of their own calls only; the parent pays for them.
  const isChild = auth.user?.parentId != null;
  const exporting = useUsageExport(month);
  const [isComparing, setComparing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Only opening the comparison moves the focus: other months and tabs mount it again.
  const isOpening = useRef(false);
  const focusOpened = (comparison: HTMLElement | null) => {
    if (comparison === null || !isOpening.current) return;
    isOpening.current = false;
    comparison.focus();
  };
  return (
    <>
      <PageHeader
        title="Usage"
        description={
          <>
            {month === running
              ? 'This month so far. It is billed after the month ends (UTC).'
              : `All of ${monthAndYear(`${month}-01`)} (UTC).`}{' '}
            {isChild && `It is the usage of ${auth.user?.username} alone, not of the whole domain. `}
            <Help topic="usage" />
          </>
        }
        actions={
          <>
            <MonthSelect month={month} onMonth={choose} />
            <DownloadButton download={exporting}>Export CSV</DownloadButton>
            <ErrorDialog error={exporting.error} onClose={exporting.reset} />
          </>
        }
      />
      <PanelBoundary>
        <UsageTiles
          month={month}
          isRunning={month === running}
          isComparing={isComparing && tab !== 'services'}
          onCompare={() => {
            if (tab === 'services') onTab(undefined);
            isOpening.current = tab === 'services' || !isComparing;
            setComparing(isOpening.current);
          }}
          button={button}
        />
      </PanelBoundary>
      <div className="mt-4">
        <Tabs
          label="Parts of the usage"
          value={tab === 'services' ? 'services' : 'cost'}
          onChange={(value) => onTab(value === 'cost' ? undefined : value)}
          tabs={[
            {
              value: 'cost',
              label: 'Cost',
              content: (
                <Cost
                  month={month}
                  isRunning={month === running}
                  isComparing={isComparing}
                  place={focusOpened}
                  onClose={() => {
                    setComparing(false);
                    button.current?.focus();
                  }}
                />
              ),
            },
            {
              value: 'services',
              label: 'Services',
              content: (
                <ServiceMetrics
                  month={month}
                  isRunning={month === running}
                  showsAll={showsAllMetrics}
                  onShowAll={setShowsAllMetrics}
                />
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

interface MonthProps {
  month: string;
  isRunning: boolean;
}

interface CostProps extends MonthProps {
  isComparing: boolean;
  place: Ref<HTMLDivElement>;
  /** Closes the comparison. */
  onClose: () => void;
}

/** The days of the month, with the comparison with an earlier month beside them, and its functions and collections. */
function Cost({ month, isRunning, isComparing, place, onClose }: CostProps) {
  const [by, setBy] = useAddressed('by');
  const usage = useQuery(monthUsageQuery(month));
  const isUnused = usage.data?.services.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
          isComparing && 'lg:grid-cols-[minmax(0,1fr)_26rem]',
        )}
      >
        <PanelBoundary>
          {isUnused ? (
            <NothingUsed isRunning={isRunning} />
          ) : (
            <UsagePlotCard month={month} by={isUsagePart(by) ? by : 'service'} onStack={setBy} />
          )}
        </PanelBoundary>
        {isComparing && (
          <PanelBoundary>
            <ComparisonCard key={month} month={month} isRunning={isRunning} place={place} onClose={onClose} />
          </PanelBoundary>
        )}
      </div>
      {!isUnused && (
        <PanelBoundary>
          <UsedFunctionsCard key={month} month={month} />
        </PanelBoundary>
      )}
    </div>
  );
}

interface ServiceMetricsProps extends MonthProps {
  showsAll: boolean;
  onShowAll: (showsAll: boolean) => void;
}

/** A card per service with its metrics, the most expensive service first. */
function ServiceMetrics({ month, isRunning, showsAll, onShowAll }: ServiceMetricsProps) {
  const usage = useQuery(monthUsageQuery(month));
  if (usage.data?.services.length === 0) return <NothingUsed isRunning={isRunning} />;
  return (
    <>
      <div className="mb-4 flex justify-end">
        <Button aria-pressed={showsAll} onClick={() => onShowAll(!showsAll)}>
          Toggle All Metrics
        </Button>
      </div>
      <QueryPanel
        query={usage}
        hidesError
        skeleton={<PageSkeleton label="Loading the metrics" cards={['h-60']} />}
      >
        {({ services }) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {services
              .toSorted((one, other) => other.totalCents - one.totalCents)
              .map((service) => (
                <PanelBoundary key={service.service.id}>
                  <ServiceUsageCard
                    month={month}
                    usage={service}
                    showsAllMetrics={showsAll}
                    onShowAllMetrics={() => onShowAll(true)}
                  />
                </PanelBoundary>
              ))}
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function NothingUsed({ isRunning }: { isRunning: boolean }) {
  return (
    // Same height as the plot that replaces this card.
    <Card className="grid min-h-[26rem] items-center">
      <EmptyState
        title="No usage yet"
        hint={
          isRunning
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
  );
}

function BudgetsAndLimits() {
  const mayReadBills = mayDo(useAuth(), 'billing.read');
  return (
    <>
      <PageHeader title="Budgets and limits" />
      <div className="grid gap-4">
        {mayReadBills && (
          <PanelBoundary>
            <BudgetsCard />
          </PanelBoundary>
        )}
        <PanelBoundary>
          <LimitsCard />
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
function ComparisonCard({ month, isRunning, place, onClose }: Omit<CostProps, 'isComparing'>) {
  const { data } = useQuery(usageDaysQuery(month, 'service'));
  if (data === undefined || data.firstMonth >= month) return null;
  return (
    <div ref={place} tabIndex={-1}>
      <Card
        title="Compared with an earlier month"
        actions={<IconButton label="Close" icon={<X aria-hidden size={18} />} onClick={onClose} />}
      >
        <Comparison month={month} firstMonth={data.firstMonth} isRunning={isRunning} />
      </Card>
    </div>
  );
}

/** Saves the usage of a month as a CSV file. */
function useUsageExport(month: string) {
  return useDownload(`usage-${month}.csv`, () => request(exportUsage, { query: { month } }));
}
