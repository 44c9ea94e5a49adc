import type { Credit } from '@atrium/contract/billing/credit';
import { formatCents } from '@atrium/contract/billing/money';
import { listCustomerCredits } from '@atrium/contract/customers/customer-credit';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { formatDate } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';

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
export function CustomerCreditsTab({ id }: { id: string }) {
  const credits = useQuery(endpointQuery(listCustomerCredits, { params: { id } }));
  return (
    <Card title="Credits" isFlush>
      <EntityTable
        caption="Credits"
        name="credits"
        pageSize={25}
        query={credits}
        columns={creditColumns}
        rowKey={(credit) => credit.id}
        empty={{
          hint: 'This customer has never had a credit.',
          action: null,
        }}
      />
    </Card>
  );
}
