import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { latestInvoicesQuery } from './billing.queries.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

/** The latest invoices, for the dashboard and the payment page. */
export function InvoicesCard() {
  const invoices = useQuery(latestInvoicesQuery());
  return (
    <Card title="Invoices" isFlush actions={<AppLink href={paths.invoices()}>View All</AppLink>}>
      {/* As high as three invoices, also while they are loaded and when there are none: nothing below moves. */}
      <div className="min-h-[11.75rem]">
        <QueryPanel query={invoices} skeleton={<Skeleton lines={4} className="px-4" />}>
          {({ content }) => <InvoiceTable invoices={content} />}
        </QueryPanel>
      </div>
    </Card>
  );
}
