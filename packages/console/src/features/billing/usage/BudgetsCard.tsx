import { type Budget, createBudget } from '@atrium/contract/billing/budget';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { usageQuery } from '../billing.queries.ts';
import { BudgetDialog } from './BudgetDialog.tsx';
import { budgetColumns } from './budget-columns.tsx';
import { runningMonth } from './months.ts';
import { budgetsQuery, usageDaysQuery } from './usage.queries.ts';

/** Monthly budgets that send a mail, and the functions that they stop. */
export function BudgetsCard() {
  const budgets = useQuery(budgetsQuery());
  // Child users see their own usage only, but budgets cover the whole domain.
  const isChild = useAuth().user?.parentId != null;
  const usage = useQuery({ ...usageQuery(), enabled: !isChild });
  const [edited, setEdited] = useState<Budget | 'new' | null>(null);
  const addRefusal = useRefusal(createBudget);
  const [month] = useState(runningMonth);
  const days = useQuery({ ...usageDaysQuery(month, 'service'), enabled: !isChild });
  const columns = budgetColumns(
    { month, usedCents: isChild ? undefined : usage.data?.grandTotalCents, days: days.data },
    setEdited,
  );
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
              Add a budget
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
