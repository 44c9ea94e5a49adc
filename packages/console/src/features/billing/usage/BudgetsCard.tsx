import { type Budget, createBudget } from '@atrium/contract/billing/budget';
import { formatCents } from '@atrium/contract/billing/money';
import { nameStops } from '@atrium/contract/billing/stop-texts';
import { formatUtcDay, nextMonthStart } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { usageQuery } from '../billing.queries.ts';
import { BudgetActions } from './BudgetActions.tsx';
import { BudgetDialog } from './BudgetDialog.tsx';
import { percentUsed } from './budget-line.ts';
import { budgetsQuery } from './usage.queries.ts';

/** The amounts in a month at which a mail goes out, and what stops at them. */
export function BudgetsCard() {
  const budgets = useQuery(budgetsQuery());
  const usage = useQuery(usageQuery());
  const [edited, setEdited] = useState<Budget | 'new' | null>(null);
  const addRefusal = useRefusal(createBudget);
  const columns: TableColumn<Budget>[] = [
    { id: 'amount', header: 'Amount', isRowHeader: true, cell: ({ cents }) => formatCents(cents) },
    {
      id: 'state',
      header: 'This month',
      cell: ({ cents, reachedOn, stops }) => {
        if (reachedOn !== null) return reachedText(reachedOn, stops.length > 0);
        return usage.data && `${percentUsed(usage.data.grandTotalCents, cents)}% used`;
      },
    },
    {
      id: 'stops',
      header: 'Stops',
      className: 'wrap-anywhere',
      cell: ({ stops }) => (stops.length === 0 ? 'Nothing' : nameStops(stops)),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (budget) => <BudgetActions budget={budget} onEdit={setEdited} />,
    },
  ];
  return (
    <Card
      title="Budgets"
      description={<Help topic="budgets" />}
      isFlush
      actions={
        <Button refusal={addRefusal} onClick={() => setEdited('new')}>
          Add budget
        </Button>
      }
    >
      <EntityTable
        caption="Budgets"
        name="budgets"
        query={budgets}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'When usage in a month reaches a budget, everyone who may see bills gets an e-mail. A budget that also stops functions until the month ends is a cap.',
          action: (
            <Button refusal={addRefusal} onClick={() => setEdited('new')}>
              Add a first budget
            </Button>
          ),
        }}
      />
      {edited !== null && (
        <BudgetDialog {...(edited !== 'new' && { budget: edited })} onClose={() => setEdited(null)} />
      )}
    </Card>
  );
}

/** `Reached on 11/22/2026, stopped until 12/01/2026` */
function reachedText(reachedOn: string, isStopping: boolean): string {
  const until = isStopping ? `, stopped until ${formatUtcDay(nextMonthStart(reachedOn))}` : '';
  return `Reached on ${formatUtcDay(reachedOn)}${until}`;
}
