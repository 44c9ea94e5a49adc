import { INVOICES_PAGE_SIZE, listInvoices } from '@atrium/contract/billing/invoice';
import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { usePages } from '../../layout/use-pages.ts';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { AmountTiles } from './AmountTiles.tsx';
import { usageQuery } from './billing.queries.ts';
import { runningPeriod } from './days.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

export function InvoicesPage() {
  const usage = useQuery(usageQuery());
  const { pages, goTo } = usePages(listInvoices, INVOICES_PAGE_SIZE);
  return (
    <>
      <PageHeader title="Invoices" />
      <div className="grid gap-4">
        <Card>
          <QueryPanel query={usage}>
            {({ grandTotalCents }) => (
              <AmountTiles
                amounts={[
                  {
                    label: "Current month's usage",
                    value: formatCents(grandTotalCents),
                    hint: runningPeriod(),
                  },
                ]}
              />
            )}
          </QueryPanel>
        </Card>
        <Card title="Latest invoices" isFlush>
          <QueryPanel query={pages}>
            {({ content, totalPages, pageable }) => (
              <>
                <InvoiceTable invoices={content} />
                <div className="px-4">
                  <Pagination
                    page={pageable.pageNumber}
                    totalPages={totalPages}
                    onChange={goTo}
                    label="Pages of invoices"
                  />
                </div>
              </>
            )}
          </QueryPanel>
        </Card>
      </div>
    </>
  );
}
