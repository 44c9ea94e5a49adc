import { type Invoice, payInvoice } from '@atrium/contract/billing/invoice';
import { useRefusal } from '../../api/use-refusal.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { usePayInvoice } from './use-pay-invoice.ts';

interface PayActionProps {
  invoice: Pick<Invoice, 'id' | 'invoiceId' | 'paid'>;
}

/** 'Pay Now', or 'Paid'. */
export function PayAction({ invoice }: PayActionProps) {
  const pay = usePayInvoice();
  const refusal = useRefusal(payInvoice);
  return (
    <>
      {invoice.paid ? (
        <Badge tone="ok">Paid</Badge>
      ) : (
        <Button
          look="primary"
          size="small"
          isBusy={pay.isPending}
          refusal={refusal}
          aria-label={`Pay Now: invoice ${invoice.invoiceId}`}
          onClick={() => pay.mutate(invoice)}
        >
          Pay Now
        </Button>
      )}
      <ErrorDialog error={pay.error} title="Payment failed" onClose={pay.reset} />
    </>
  );
}
