import type { Card } from '@atrium/contract/billing/card';
import { cardExpiry, expiryOf } from '@atrium/contract/billing/card-expiry';

/** `card ending in 4242` */
export const nameOfCard = ({ last4 }: Pick<Card, 'last4'>) => `card ending in ${last4}`;

/** `expires 09/2030` */
export const expiryText = (card: Card) =>
  `${cardExpiry(card) === 'expired' ? 'expired' : 'expires'} ${expiryOf(card)}`;
