import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { latestInvoicesQuery } from './billing.queries.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

interface InvoicesCardProps {
  /** Number of invoices; the dashboard's by default. */
  size?: number;
}

/** The latest invoices, for the dashboard and the payment page. */
export function InvoicesCard({ size }: InvoicesCardProps) {
  const invoices = useQuery(latestInvoicesQuery(size));
  return (
    <Card title="Invoices" isFlush actions={<AppLink href={paths.invoices()}>View All</AppLink>}>
      {/*
       * Same height as the dashboard's three invoices, also while loading and when empty, so that nothing below moves.
       */}
      <div className="min-h-[11.75rem]">
        {/* Only the first page; the others are on the invoices page. */}
        <InvoiceTable invoices={{ ...invoices, data: invoices.data?.content }} />
      </div>
    </Card>
  );
}
