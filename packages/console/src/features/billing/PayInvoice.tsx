import type { Card } from '@atrium/contract/billing/card';
import { cardExpiry } from '@atrium/contract/billing/card-expiry';
import { CHARGE_TOO_SMALL, type Invoice } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { isOutcomeUnknown } from '../../api/is-outcome-unknown.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts';
import { cardsQuery } from './billing.queries.ts';
import { nameOfCard } from './card-words.ts';
import { PayQuestion } from './PayQuestion.tsx';
import { usePayInvoice } from './use-pay-invoice.ts';

interface PayInvoiceProps {
  invoice: Invoice;
  onClose: () => void;
}

/** Asks, pays, and says why it failed; then the other cards can be tried. */
export function PayInvoice({ invoice, onClose }: PayInvoiceProps) {
  const pay = usePayInvoice();
  const isUnknown = isOutcomeUnknown(pay.error);
  useFocusAfterRemoval(true);
  const charge = (card: Card) => pay.mutate({ id: invoice.id, card: card.id }, { onSuccess: onClose });
  return (
    <>
      {/* Gone while it is paid: the bank may ask in a dialog of its own. */}
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
