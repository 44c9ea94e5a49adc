import { CHARGE_TOO_SMALL, getInvoice, getInvoicePdf } from '@atrium/contract/billing/invoice';
import { reversalText } from '@atrium/contract/billing/invoice-paper';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { request } from '../../api/call.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useDownload } from '../../api/use-download.ts';
import { useDocumentTitle } from '../../layout/page-change.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { ChargeNotice } from './ChargeNotice.tsx';
import { InvoiceSheet } from './InvoiceSheet.tsx';
import { PayAction } from './PayAction.tsx';
import { PeriodSelector } from './PeriodSelector.tsx';
import { ServiceUsageCard } from './ServiceUsageCard.tsx';

interface InvoiceDetailsPageProps {
  id: string;
}

export function InvoiceDetailsPage({ id }: InvoiceDetailsPageProps) {
  const router = useRouter();
  const invoice = useQuery(endpointQuery(getInvoice, { params: { id } }));
  const pdf = useDownload(`${invoice.data?.invoiceId}.pdf`, () => request(getInvoicePdf, { params: { id } }));
  const title = invoice.data ? `Invoice ${invoice.data.invoiceId}` : 'Invoice';
  useDocumentTitle(title, 'Billing');
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <PeriodSelector
              id={id}
              invoice={invoice.data}
              onSelect={(chosen) => void router.navigate({ href: paths.invoiceDetails(chosen) })}
            />
            <DownloadButton download={pdf} isDisabled={invoice.data === undefined}>
              PDF
            </DownloadButton>
          </>
        }
      />
      <ErrorDialog error={pdf.error} title="Download failed" onClose={pdf.reset} />
      <QueryPanel
        query={invoice}
        skeleton={<PageSkeleton label="Loading the invoice" cards={['h-72', 'h-60']} />}
      >
        {(shown) => (
          <div className="grid gap-4">
            {shown.paymentError !== null && (
              <Alert
                kind="error"
                actions={
                  shown.paymentError !== CHARGE_TOO_SMALL && (
                    <AppLink href={paths.payment()}>Add or change cards in Payment info</AppLink>
                  )
                }
              >
                Payment failed with the following error: {shown.paymentError}
              </Alert>
            )}
            {shown.reversals?.map((reversal) => (
              <Alert
                key={`${reversal.kind} ${reversal.createdOn}`}
                kind={reversal.kind === 'dispute' ? 'warning' : 'note'}
              >
                {reversalText(reversal, shown.currency)}
              </Alert>
            ))}
            {!shown.paid && shown.automaticCharge && <ChargeNotice charge={shown.automaticCharge} />}
            <InvoiceSheet
              invoice={shown}
              action={shown.paid ? null : <PayAction key={shown.id} invoice={shown} />}
            />
            <div className={classNames('grid gap-4', shown.bill.services.length > 1 && 'lg:grid-cols-2')}>
              {shown.bill.services.map((usage) => (
                <ServiceUsageCard
                  key={usage.service.id}
                  month={shown.period.start.slice(0, 7)}
                  usage={usage}
                  currency={shown.currency}
                />
              ))}
            </div>
          </div>
        )}
      </QueryPanel>
    </>
  );
}
