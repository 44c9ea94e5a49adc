import { type Invoice, payInvoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { Suspense, useState } from 'react';
import { useRefusal } from '../../api/use-refusal.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const PayInvoice = lazyDialog(async () => (await import('./PayInvoice.tsx')).PayInvoice);

/** 'Pay Now', 'Paid', or a later refund. */
export function PayAction({ invoice }: { invoice: Invoice }) {
  const [isPaying, setPaying] = useState(false);
  const refusal = useRefusal(payInvoice);
  const { name, text } = invoiceState(invoice);
  return (
    <>
      {invoice.paid ? (
        <Badge tone={name === 'disputed' ? 'danger' : name === 'refunded' ? 'note' : 'ok'}>{text}</Badge>
      ) : (
        <Button
          variant="primary"
          size="small"
          isBusy={isPaying}
          refusal={refusal}
          aria-label={`Pay Now: invoice ${invoice.invoiceId}`}
          onClick={() => setPaying(true)}
        >
          Pay Now
        </Button>
      )}
      {isPaying && (
        <Suspense fallback={null}>
          <PayInvoice invoice={invoice} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </>
  );
}
