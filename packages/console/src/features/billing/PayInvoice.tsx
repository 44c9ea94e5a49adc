import type { Card } from '@atrium/contract/billing/card';
import { cardExpiry } from '@atrium/contract/billing/card-expiry';
import { CHARGE_TOO_SMALL, type Invoice, payInvoice } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { isOutcomeUnknown } from '../../api/is-outcome-unknown.ts';
import { useChange } from '../../api/use-change.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { cardsQuery, paymentConfigQuery, readAfterPayment } from './billing.queries.ts';
import { nameOfCard } from './card-words.ts';
import { PayQuestion } from './PayQuestion.tsx';

interface PayInvoiceProps {
  invoice: Invoice;
  onClose: () => void;
}

/** Confirms and pays. Shows the reason of a failure, after which another card can be tried. */
export function PayInvoice({ invoice, onClose }: PayInvoiceProps) {
  const pay = usePayInvoice();
  const isUnknown = isOutcomeUnknown(pay.error);
  useFocusAfterRemoval(true);
  const charge = (card: Card) => pay.mutate({ id: invoice.id, card: card.id }, { onSuccess: onClose });
  return (
    <>
      {/* Closed during the payment: the bank may open a dialog of its own. */}
      <PayQuestion invoice={invoice} isOpen={pay.isIdle} onCancel={onClose} onPay={charge} />
      <ErrorDialog
        error={pay.error}
        title={isUnknown ? 'The payment is not confirmed yet' : 'Payment failed'}
        onClose={onClose}
      >
        {isUnknown && <p className="mt-3">You are charged once, however often you choose Pay Now.</p>}
        {!isUnknown && pay.error?.message !== CHARGE_TOO_SMALL && (
          <OtherCards invoice={invoice} failedCard={pay.variables?.card} onPay={charge} onLeave={onClose} />
        )}
      </ErrorDialog>
    </>
  );
}

interface OtherCardsProps {
  invoice: Invoice;
  failedCard: string | undefined;
  onPay: (card: Card) => void;
  /** Another page is opened. */
  onLeave: () => void;
}

/** Pays with one of the cards that were not tried. */
function OtherCards({ invoice: { amount, currency }, failedCard, onPay, onLeave }: OtherCardsProps) {
  const cards = useQuery(cardsQuery());
  const others = (cards.data ?? []).filter(
    (card) => card.id !== failedCard && cardExpiry(card) !== 'expired',
  );
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      {others.length > 0 && <p>Pay with another of your cards:</p>}
      {others.map((card) => (
        <Button key={card.id} onClick={() => onPay(card)}>
          Pay {formatMoney(amount, currency)} with {nameOfCard(card)}
        </Button>
      ))}
      <AppLink href={paths.payment()} onClick={onLeave}>
        Add another card
      </AppLink>
    </div>
  );
}

/** Pays an invoice; if the bank requires it, the card holder confirms and the payment continues. */
function usePayInvoice() {
  const client = useQueryClient();
  return useChange({
    mutationFn: async ({ id, card }: { id: string; card: string }) => {
      const pay = () => call(payInvoice, { params: { id }, query: { card } });
      const first = await pay();
      if (first.authentication === null) return first;
      // Most payments need no card provider in the browser.
      const { loadCardProvider } = await import('./card-provider.ts');
      const provider = await loadCardProvider(await client.ensureQueryData(paymentConfigQuery()));
      const refused = await provider.authenticate(first.authentication.clientSecret).then(
        () => undefined,
        (error: Error) => error,
      );
      // Also after a failed confirmation: the platform queries the payment and stores the reason. The money may have
      // been charged anyway.
      const second = await pay();
      if (refused !== undefined && second.authentication !== null) throw refused;
      return second;
    },
    onSuccess: ({ paid, invoiceId, amount, currency, card }) => {
      // The invoice names the card that was charged: it may have been paid with another one meanwhile.
      const from = card === null ? '' : ` from your ${nameOfCard(card)}`;
      const received = `Payment received: ${formatMoney(amount, currency)}${from}.`;
      if (paid) showToast(`${received} Invoice ${invoiceId} is paid.`);
    },
    // Also after a failure: its reason is on the invoice, or another card is the default.
    onSettled: () => readAfterPayment(client),
  });
}
