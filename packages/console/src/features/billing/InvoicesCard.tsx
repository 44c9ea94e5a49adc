import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { latestInvoicesQuery } from './billing.queries.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

/** The latest invoices, for the payment page. */
export function InvoicesCard({ size }: { size: number }) {
  const invoices = useQuery(latestInvoicesQuery(size));
  return (
    <Card title="Invoices" isFlush actions={<AppLink href={paths.invoices()}>View All</AppLink>}>
      {/* Only the first page; the others are on the invoices page. */}
      <InvoiceTable invoices={{ ...invoices, data: invoices.data?.content }} />
    </Card>
  );
}
