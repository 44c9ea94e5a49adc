import type { Credit } from '@atrium/contract/billing/credit';
import { formatCents } from '@atrium/contract/billing/money';
import type { Customer } from '@atrium/contract/customers/customer';
import { CREDIT_TO_CLOSED, listCustomerCredits } from '@atrium/contract/customers/customer-credit';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useIdempotencyKeys } from '../../api/use-idempotency-key.ts';
import { formatDate } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { refuse } from '../../ui/refusal.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { GiveCreditDialog } from './GiveCreditDialog.tsx';

const creditColumns: TableColumn<Credit>[] = [
  { id: 'given', header: 'Given', cell: ({ createdOn }) => formatDate(createdOn) },
  {
    id: 'reason',
    header: 'Reason',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ reason, isGiven, givenBy }) => (
      <>
        {reason}
        <span className="block text-xs font-normal text-ink-soft">
          {isGiven ? `by ${givenBy ?? 'the operator'}` : 'Bonus'}
        </span>
      </>
    ),
  },
  {
    id: 'expires',
    header: 'Last day',
    className: 'whitespace-nowrap',
    cell: ({ expiresOn }) => (expiresOn === null ? 'Does not expire' : formatUtcDay(expiresOn)),
  },
  { id: 'cents', header: 'Amount', align: 'end', cell: ({ cents }) => formatCents(cents) },
  { id: 'used', header: 'Used', align: 'end', cell: ({ usedCents }) => formatCents(usedCents) },
  { id: 'expired', header: 'Expired', align: 'end', cell: ({ expiredCents }) => formatCents(expiredCents) },
  { id: 'left', header: 'Left', align: 'end', cell: ({ leftCents }) => formatCents(leftCents) },
];

/** Credits that pay the customer's invoices before any card does. */
export function CustomerCreditsTab({
  id,
  customer,
}: {
  id: string;
  customer: Pick<Customer, 'closedOn' | 'name'>;
}) {
  const [isGiving, setGiving] = useState(false);
  const sendOnce = useIdempotencyKeys();
  const credits = useQuery(endpointQuery(listCustomerCredits, { params: { id } }));
  const refusal = customer.closedOn ? refuse(CREDIT_TO_CLOSED) : undefined;
  return (
    <Card
      title="Credits"
      isFlush
      actions={
        <Button size="small" refusal={refusal} onClick={() => setGiving(true)}>
          Give a credit
        </Button>
      }
    >
      <EntityTable
        caption="Credits"
        name="credits"
        pageSize={25}
        query={credits}
        columns={creditColumns}
        rowKey={(credit) => credit.id}
        empty={{
          hint: 'This customer has never had a credit.',
          action: (
            <Button refusal={refusal} onClick={() => setGiving(true)}>
              Give a first credit
            </Button>
          ),
        }}
      />
      {isGiving && (
        <GiveCreditDialog
          id={id}
          customerName={customer.name}
          sendOnce={sendOnce}
          onClose={() => setGiving(false)}
        />
      )}
    </Card>
  );
}
