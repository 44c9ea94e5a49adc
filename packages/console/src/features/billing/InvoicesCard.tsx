import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { latestInvoicesQuery } from './billing.queries.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

/** The latest invoices, for the dashboard and the payment page. */
export function InvoicesCard() {
  const invoices = useQuery(latestInvoicesQuery());
  return (
    <Card title="Invoices" isFlush actions={<AppLink href={paths.invoices()}>View All</AppLink>}>
      {/* As high as three invoices, also while they are loaded and when there are none: nothing below moves. */}
      <div className="min-h-[11.75rem]">
        {/* Only the first page; the others are on the invoices page. */}
        <InvoiceTable invoices={{ ...invoices, data: invoices.data?.content }} />
      </div>
    </Card>
  );
}
