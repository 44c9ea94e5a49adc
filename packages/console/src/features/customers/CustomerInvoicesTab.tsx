import { reversalText } from '@atrium/contract/billing/invoice-paper';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import { type CustomerInvoice, listCustomerInvoices } from '@atrium/contract/customers/customer';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { ShowTab } from './ShowTab.tsx';

export function CustomerInvoicesTab({ id }: { id: string }) {
  const invoices = useQuery(endpointQuery(listCustomerInvoices, { params: { id } }));
  return (
    <Card title="Invoices" isFlush>
      <EntityTable
        caption="Invoices"
        name="invoices"
        pageSize={24}
        query={invoices}
        columns={columns}
        rowKey={(invoice) => invoice.id}
        empty={{
          hint: 'The first invoice is issued after the end of the first month.',
          action: <ShowTab tab="usage">See the usage so far</ShowTab>,
        }}
      />
    </Card>
  );
}

const TONES = {
  disputed: 'danger',
  refunded: 'note',
  paid: 'ok',
  unpaid: 'warn',
  overdue: 'danger',
} as const satisfies Record<string, BadgeTone>;

const columns: TableColumn<CustomerInvoice>[] = [
  { id: 'invoice', header: 'Invoice', isRowHeader: true, cell: ({ invoiceId }) => invoiceId },
  {
    id: 'period',
    header: 'Period',
    className: 'whitespace-nowrap',
    cell: ({ period }) => `${formatUtcDay(period.start)} – ${formatUtcDay(period.end)}`,
  },
  { id: 'due', header: 'Due', className: 'tabular', cell: ({ dueDate }) => formatUtcDay(dueDate) },
  {
    id: 'discount',
    header: 'Paid from credit',
    align: 'end',
    cell: ({ virtualCashDiscount, currency }) => formatMoney(virtualCashDiscount, currency),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  {
    id: 'state',
    header: 'State',
    cell: (invoice) => {
      const { name, text } = invoiceState(invoice);
      const { paymentError, reversals, currency } = invoice;
      return (
        <>
          <Badge tone={TONES[name]}>{text}</Badge>
          {reversals?.map((reversal) => (
            <span key={`${reversal.kind} ${reversal.createdOn}`} className="block text-xs text-ink-soft">
              {reversalText(reversal, currency)}
            </span>
          ))}
          {paymentError !== null && <span className="block text-xs text-danger">{paymentError}</span>}
        </>
      );
    },
  },
];
