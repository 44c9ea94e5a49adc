import type { Invoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import { formatUtcDay } from '@atrium/contract/utc-day';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import type { ListQuery } from '../../ui/EntityList.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { PayAction } from './PayAction.tsx';

const columns: TableColumn<Invoice>[] = [
  {
    id: 'invoice',
    header: 'Invoice',
    isRowHeader: true,
    cell: ({ id, invoiceId }) => <AppLink href={paths.invoiceDetails(id)}>{invoiceId}</AppLink>,
  },
  {
    id: 'period',
    header: 'Period',
    className: 'whitespace-nowrap',
    cell: ({ period }) => `${formatUtcDay(period.start)} – ${formatUtcDay(period.end)}`,
  },
  { id: 'due', header: 'Due', className: 'tabular', cell: dueOf },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  {
    id: 'state',
    header: 'State',
    isHeaderHidden: true,
    align: 'end',
    cell: (invoice) => <PayAction invoice={invoice} />,
  },
];

function dueOf(invoice: Invoice): ReactNode {
  const { name, text } = invoiceState(invoice);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      {formatUtcDay(invoice.dueDate)}
      {name === 'overdue' && <Badge tone="danger">{text}</Badge>}
    </span>
  );
}

export function InvoiceTable({ invoices }: { invoices: ListQuery<Invoice> }) {
  return (
    <EntityTable
      caption="Invoices"
      query={invoices}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        hint: 'Your first invoice is issued after the end of the month.',
        action: (
          <AppLink href={paths.usage()} className={buttonClass()}>
            View usage
          </AppLink>
        ),
      }}
    />
  );
}
