import type { Card } from '@atrium/contract/billing/card';
import type { Invoice } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { expiryText, nameOfCard } from './card-words.ts';

/** Details of an invoice shown before it is paid. */
export type NamedInvoice = Pick<Invoice, 'invoiceId' | 'period' | 'amount' | 'currency'>;

interface PayTermsProps {
  invoice: NamedInvoice;
  /** The chosen one; undefined if there is none. */
  card: Card | undefined;
  /** Another page is opened. */
  onLeave: () => void;
}

/** Amount, card and purpose of the charge. */
export function PayTerms({ invoice: { amount, currency, period }, card, onLeave }: PayTermsProps) {
  const price = formatMoney(amount, currency);
  return (
    <div className="grid gap-2">
      {card === undefined ? (
        <p>There is no card to pay {price} with yet. Nothing has been charged.</p>
      ) : (
        <p>
          <strong>{price}</strong> will be charged to your <strong>{nameOfCard(card)}</strong> (
          {expiryText(card)}).
        </p>
      )}
      <p className="text-sm text-ink-soft">
        The invoice is for {formatUtcDay(period.start)} – {formatUtcDay(period.end)}.{' '}
        {card && (
          <>
            You can add another card in{' '}
            <AppLink href={paths.payment()} onClick={onLeave}>
              Payment info
            </AppLink>
            .
          </>
        )}
      </p>
    </div>
  );
}
