import { listInvoices } from '@atrium/contract/billing/invoice';
import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { usePages } from '../../api/use-pages.ts';
import { Help } from '../../layout/Help.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AmountTiles } from './AmountTiles.tsx';
import { usageQuery } from './billing.queries.ts';
import { runningPeriod } from './days.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

const INVOICES_PAGE_SIZE = 10;

export function InvoicesPage() {
  const usage = useQuery(usageQuery());
  const invoices = usePages(listInvoices, { size: INVOICES_PAGE_SIZE });
  return (
    <>
      <PageHeader title="Invoices" description={<Help topic="invoices" />} />
      <div className="grid gap-4">
        <Card>
          <QueryPanel query={usage} skeleton={<Skeleton className="h-[4.5rem] w-36" />}>
            {({ grandTotalCents }) => (
              <AmountTiles
                amounts={[
                  {
                    label: 'Usage this month',
                    value: formatCents(grandTotalCents),
                    hint: runningPeriod(),
                  },
                ]}
              />
            )}
          </QueryPanel>
        </Card>
        <Card title="Latest invoices" isFlush>
          <InvoiceTable invoices={invoices} />
        </Card>
      </div>
    </>
  );
}
