import type { Invoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { latestInvoicesQuery } from './billing.queries.ts';
import { monthAndYear } from './days.ts';
import { PayAction } from './PayAction.tsx';

/** The latest three invoices, for the dashboard. */
export function LatestInvoices() {
  const invoices = useQuery(latestInvoicesQuery());
  return (
    <Card title="Invoices" isFlush actions={<AppLink href={paths.invoices()}>View All</AppLink>}>
      <div className="px-4 pb-1 text-sm">
        <QueryPanel query={invoices} skeleton={<Skeleton lines={3} label="Loading invoices" />}>
          {({ content }) =>
            content.length === 0 ? (
              <p className="pb-2 text-ink-soft">
                No data to display. Your first invoice is issued after the end of the month.
              </p>
            ) : (
              <ul className="divide-y divide-line">
                {content.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} />
                ))}
              </ul>
            )
          }
        </QueryPanel>
      </div>
    </Card>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { id, invoiceId, amount, currency, period } = invoice;
  const { name, text } = invoiceState(invoice);
  return (
    <li className="flex items-center gap-3 py-1.5">
      <span className="min-w-0 flex-1">
        <AppLink href={paths.invoiceDetails(id)}>{invoiceId}</AppLink>
        <span className={`block text-xs ${name === 'overdue' ? 'text-danger' : 'text-ink-soft'}`}>
          {name === 'overdue' ? text : monthAndYear(period.start)}
        </span>
      </span>
      <span className="tabular shrink-0">{formatMoney(amount, currency)}</span>
      <span className="flex w-20 shrink-0 justify-end">
        <PayAction invoice={invoice} variant="secondary" />
      </span>
    </li>
  );
}
