import type { Invoice } from '@atrium/contract/billing/invoice';
import { isOutcomeUnknown } from '../../api/is-outcome-unknown.ts';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { PayQuestion } from './PayQuestion.tsx';
import { usePayInvoice } from './use-pay-invoice.ts';

interface PayInvoiceProps {
  invoice: Invoice;
  onClose: () => void;
}

/** Asks, pays, and says why it failed. */
export function PayInvoice({ invoice, onClose }: PayInvoiceProps) {
  const pay = usePayInvoice();
  const isUnknown = isOutcomeUnknown(pay.error);
  useFocusAfterRemoval(true);
  return (
    <>
      {/* Gone while it is paid: the bank may ask in a dialog of its own. */}
      <PayQuestion
        invoice={invoice}
        isOpen={pay.isIdle}
        onCancel={onClose}
        onPay={({ id: shownCard }) => pay.mutate({ id: invoice.id, shownCard }, { onSuccess: onClose })}
      />
      <ErrorDialog
        error={pay.error}
        title={isUnknown ? 'The payment is not confirmed yet' : 'Payment failed'}
        onClose={onClose}
      >
        {isUnknown && <p className="mt-3">You are charged once, however often you choose Pay Now.</p>}
      </ErrorDialog>
    </>
  );
}
