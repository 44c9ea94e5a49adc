import { type Invoice, payInvoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { Suspense, useState } from 'react';
import { useRefusal } from '../../api/use-refusal.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const PayInvoice = lazyDialog(async () => (await import('./PayInvoice.tsx')).PayInvoice);

interface PayActionProps {
  invoice: Invoice;
  /** `Pay $12.50`, where the amount is not beside it. */
  label?: string;
  /** Secondary beside another button that pays the same. */
  variant?: 'primary' | 'secondary';
}

/** 'Pay Now', 'Paid', or a later refund. */
export function PayAction({ invoice, label = 'Pay Now', variant = 'primary' }: PayActionProps) {
  const [isPaying, setPaying] = useState(false);
  const refusal = useRefusal(payInvoice);
  const { name, text } = invoiceState(invoice);
  return (
    <>
      {invoice.paid ? (
        <Badge tone={name === 'disputed' ? 'danger' : name === 'refunded' ? 'note' : 'ok'}>{text}</Badge>
      ) : (
        <Button
          variant={variant}
          size="small"
          isBusy={isPaying}
          refusal={refusal}
          className="shrink-0"
          aria-label={`${label}: invoice ${invoice.invoiceId}`}
          onClick={() => setPaying(true)}
        >
          {label}
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
