import { INVOICES_PAGE_SIZE } from '@atrium/contract/billing/invoice';
import { formatCents } from '@atrium/contract/billing/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { AmountTiles } from './AmountTiles.tsx';
import { invoicesQuery, usageQuery } from './billing.queries.ts';
import { runningPeriod } from './days.ts';
import { InvoiceTable } from './InvoiceTable.tsx';

export function InvoicesPage() {
  const [page, setPage] = useState(0);
  const usage = useQuery(usageQuery());
  const invoices = useQuery({
    ...invoicesQuery(page, INVOICES_PAGE_SIZE),
    placeholderData: keepPreviousData,
  });
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
          <QueryPanel query={invoices}>
            {({ content, totalPages }) => (
              <>
                <InvoiceTable invoices={content} />
                <div className="px-4">
                  <Pagination
                    page={page}
                    totalPages={totalPages}
                    onChange={setPage}
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
