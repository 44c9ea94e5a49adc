import { PAYMENT_FAILED } from '@atrium/contract/billing/invoice';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { invoiceQuery } from './billing.queries.ts';
import { InvoiceSheet } from './InvoiceSheet.tsx';
import { PayAction } from './PayAction.tsx';
import { PeriodSelector } from './PeriodSelector.tsx';
import { ServiceUsageCard } from './ServiceUsageCard.tsx';
import { useInvoicePdf } from './use-invoice-pdf.ts';

interface InvoiceDetailsPageProps {
  id: string;
}

export function InvoiceDetailsPage({ id }: InvoiceDetailsPageProps) {
  const router = useRouter();
  const invoice = useQuery(invoiceQuery(id));
  const pdf = useInvoicePdf();
  return (
    <>
      <PageHeader
        title="Invoice"
        actions={
          <>
            <PeriodSelector
              id={id}
              onSelect={(chosen) => void router.navigate({ href: paths.invoiceDetails(chosen) })}
            />
            {invoice.data && (
              <Button
                icon={<Download aria-hidden size={18} />}
                isBusy={pdf.isPending}
                onClick={() => pdf.mutate(invoice.data)}
              >
                PDF
              </Button>
            )}
          </>
        }
      />
      <QueryPanel query={invoice}>
        {(data) => (
          <div className="grid gap-4">
            {data.paymentError !== null && (
              <Alert kind="error">
                {PAYMENT_FAILED} {data.paymentError}
              </Alert>
            )}
            <InvoiceSheet invoice={data} action={data.paid ? null : <PayAction invoice={data} />} />
            <div className="grid gap-4 lg:grid-cols-2">
              {data.bill.services.map((usage) => (
                <ServiceUsageCard key={usage.service.id} usage={usage} currency={data.currency} />
              ))}
            </div>
          </div>
        )}
      </QueryPanel>
    </>
  );
}
