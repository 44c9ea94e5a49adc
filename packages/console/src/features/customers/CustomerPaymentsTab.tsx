import { expiryOf } from '@atrium/contract/billing/card-expiry';
import { formatMoney } from '@atrium/contract/billing/money';
import { type CustomerPayment, getCustomerPayments } from '@atrium/contract/customers/customer';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { ExpiryBadge } from '../../ui/ExpiryBadge.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { ShowTab } from './ShowTab.tsx';

/** The cards of a customer, and every attempt to charge one. */
export function CustomerPaymentsTab({ id }: { id: string }) {
  const read = useQuery(endpointQuery(getCustomerPayments, { params: { id } }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card title="Cards" isFlush>
        <EntityTable
          caption="Cards"
          name="cards"
          query={{ ...read, data: read.data?.cards }}
          columns={cardColumns}
          rowKey={(card) => card.id}
          empty={{ hint: 'This customer has no card.', action: null }}
        />
      </Card>
      <Card title="Payments" isFlush>
        <EntityTable
          caption="Payments"
          name="payments"
          pageSize={25}
          query={{ ...read, data: read.data?.payments }}
          columns={paymentColumns}
          rowKey={(payment) => payment.id}
          empty={{
            hint: 'No card has been charged yet.',
            action: <ShowTab tab="invoices">See the invoices</ShowTab>,
          }}
        />
      </Card>
    </div>
  );
}

type ShownCard = { id: string; last4: string; expMonth: number; expYear: number; defaultCard: boolean };

const cardColumns: TableColumn<ShownCard>[] = [
  {
    id: 'number',
    header: 'Number',
    isRowHeader: true,
    className: 'tabular whitespace-nowrap',
    cell: ({ last4 }) => `**** **** **** ${last4}`,
  },
  {
    id: 'expiry',
    header: 'Expiry',
    className: 'tabular',
    cell: (card) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {expiryOf(card)}
        <ExpiryBadge card={card} />
      </span>
    ),
  },
  { id: 'default', header: 'Default', cell: ({ defaultCard }) => (defaultCard ? 'Default' : '') },
];

const STATES: Record<CustomerPayment['status'], { label: string; tone: BadgeTone }> = {
  open: { label: 'In progress', tone: 'note' },
  succeeded: { label: 'Paid', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
};

const paymentColumns: TableColumn<CustomerPayment>[] = [
  { id: 'time', header: 'Time', cell: ({ createdOn }) => formatDateTime(createdOn) },
  { id: 'invoice', header: 'Invoice', isRowHeader: true, cell: ({ invoiceId }) => invoiceId },
  { id: 'card', header: 'Card', className: 'tabular', cell: ({ last4 }) => `**** ${last4}` },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ status, error, isAutomatic }) => (
      <>
        <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
        {isAutomatic && <span className="block text-xs text-ink-soft">Automatic payment</span>}
        {error !== null && <span className="block text-xs text-danger">{error}</span>}
      </>
    ),
  },
];
