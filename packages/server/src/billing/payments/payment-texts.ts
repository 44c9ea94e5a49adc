import { CHARGE_TOO_SMALL } from '@atrium/contract/billing/invoice';
import { OTHER_ACCOUNT, UNKNOWN_CARD } from '../../providers/payments/payment-provider.ts';
import type { Remedy } from '../mails/billing-mail-request.ts';
import type { StoredCard } from './card.repository.ts';

/** No one can ask any more how an attempt at a provider ended that was switched off. */
export const OTHER_PROVIDER_TEXT = 'The payment was not completed: another provider charges cards now.';

export const CHARGED_TWICE_TEXT =
  'Charged although another payment had succeeded. Refund it at the provider.';

export const EARLIER_CHARGE_TEXT =
  'Paid by an earlier charge that was found at the provider. Nothing was charged now.';

export const OTHER_AMOUNT_TEXT =
  'Nothing was charged: another amount has already been charged for this month. Please ask the operator.';

export const keptElsewhereText = ({ last4 }: StoredCard) =>
  `Please add a card again: your card ending in ${last4} is stored at a payment provider that is no longer used.`;

export const CARD_REMOVED_TEXT =
  'Nothing was charged: the card that you chose has been removed. Pay again with another card.';

export const TURNED_OFF_TEXT = 'Nothing was charged: automatic payment has been turned off.';

export const OTHER_DEFAULT_TEXT = 'Nothing was charged: another card is the default now.';

export const LOCKED_TEXT = 'Nothing was charged: the domain is locked.';

/** Remedy for a failed attempt; undefined if the remedy is to pay again, with the same card or another one. */
export function remedyOf(error: string): Remedy | undefined {
  // No card takes so little, and with each further attempt the operator has one more to look at.
  if ([CHARGE_TOO_SMALL, OTHER_AMOUNT_TEXT].includes(error)) return 'ask-operator';
  return [OTHER_PROVIDER_TEXT, OTHER_ACCOUNT, UNKNOWN_CARD].includes(error) ? 'add-card' : undefined;
}
