import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays, UsagePart } from '@atrium/contract/billing/usage-month';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { budgetLine, describeLine } from './budget-line.ts';
import { DayPlot, type DayPlotProps } from './DayPlot.tsx';
import { DayTable } from './DayTable.tsx';
import { largestDay } from './day-bars.ts';
import { nameOfMonth, runningMonth } from './months.ts';
import { PlotLegend } from './PlotLegend.tsx';
import { StackedBy } from './StackedBy.tsx';
import { budgetsQuery, usageDaysQuery } from './usage.queries.ts';

interface UsagePlotCardProps {
  month: string;
  /** Limits the plot to one service; all services if omitted. */
  serviceId?: string | undefined;
  by: UsagePart;
  onStack: (by: UsagePart) => void;
}

/** Cost of each day, stacked by the selected part. */
export function UsagePlotCard({ month, serviceId, by, onStack }: UsagePlotCardProps) {
  const auth = useAuth();
  const days = useQuery(usageDaysQuery(month, by, serviceId));
  // Budgets are of all services and people together, and of the running month. Child users see their own usage only.
  const hasBudgets = serviceId === undefined && month === runningMonth() && auth.user?.parentId == null;
  const budgets = useQuery({
    ...budgetsQuery(),
    enabled: hasBudgets && mayDo(auth, 'billing.read'),
  });
  const lineOf = (shown: UsageDays) =>
    hasBudgets ? budgetLine(budgets.data ?? [], month, largestDay(month, shown)) : null;
  return (
    <Card title="Cost by day" actions={<StackedBy by={by} onStack={onStack} serviceId={serviceId} />}>
      <QueryPanel query={days} skeleton={<Skeleton lines={2} className="h-80" />}>
        {(shown) => {
          const plot = { month, days: shown, budget: lineOf(shown) };
          return (
            <div aria-busy={days.isPlaceholderData || undefined} className="aria-busy:opacity-60">
              <DayPlot {...plot} label={describe(plot)} />
              <PlotLegend {...plot} by={by} />
              <Collapsible title="As a table" className="mt-2">
                <DayTable {...plot} by={by} />
              </Collapsible>
            </div>
          );
        }}
      </QueryPanel>
    </Card>
  );
}

function describe({
  month,
  days: { grandTotalCents, before, forecast },
  budget,
}: Omit<DayPlotProps, 'label'>): string {
  const soFar = `Cost by day in ${nameOfMonth(month)}: ${formatCents(grandTotalCents)}`;
  const coming = forecast ? `, ${formatCents(forecast.grandTotalCents)} forecast for the whole month` : '';
  return `${soFar}${coming}, ${formatCents(before.grandTotalCents)} in the month before.${budget ? ` ${describeLine(budget)}.` : ''}`;
}
