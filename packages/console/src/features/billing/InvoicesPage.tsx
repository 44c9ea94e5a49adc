import { exportInvoices, listInvoices } from '@atrium/contract/billing/invoice';
import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/call.ts';
import { useDownload } from '../../api/use-download.ts';
import { usePages } from '../../api/use-pages.ts';
import { Help } from '../../layout/Help.tsx';
import { Card } from '../../ui/Card.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AmountTiles } from './AmountTiles.tsx';
import { latestInvoicesQuery, usageQuery } from './billing.queries.ts';
import { runningPeriod } from './days.ts';
import { InvoiceBars } from './InvoiceBars.tsx';
import { InvoiceTable } from './InvoiceTable.tsx';

const INVOICES_PAGE_SIZE = 10;
/** Number of bars: the months of a year, which fit on a phone. */
const COMPARED_INVOICES = 12;

export function InvoicesPage() {
  const usage = useQuery(usageQuery());
  const compared = useQuery(latestInvoicesQuery(COMPARED_INVOICES));
  // A single bar compares nothing.
  const isComparable = compared.data === undefined || compared.data.content.length > 1;
  const invoices = usePages(listInvoices, { size: INVOICES_PAGE_SIZE });
  const exporting = useDownload('invoices.csv', () => request(exportInvoices, {}));
  return (
    <>
      <PageHeader
        title="Invoices"
        description={<Help topic="invoices" />}
        actions={<DownloadButton download={exporting}>Export CSV</DownloadButton>}
      />
      <ErrorDialog error={exporting.error} onClose={exporting.reset} />
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
        {isComparable && (
          <Card title="Amounts by month">
            <QueryPanel query={compared} skeleton={<Skeleton className="h-32 w-full" />}>
              {({ content }) => <InvoiceBars invoices={content} />}
            </QueryPanel>
          </Card>
        )}
      </div>
    </>
  );
}
