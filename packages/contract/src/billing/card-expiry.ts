import type { Card } from './card.ts';

type Expiring = Pick<Card, 'expMonth' | 'expYear'>;

/** Whether a card is in its last month (UTC), at whose end it expires, or past it. */
export function cardExpiry(
  { expMonth, expYear }: Expiring,
  now = new Date(),
): 'valid' | 'this-month' | 'expired' {
  const months = expYear * 12 + expMonth - (now.getUTCFullYear() * 12 + now.getUTCMonth() + 1);
  if (months > 0) return 'valid';
  return months === 0 ? 'this-month' : 'expired';
}

/** `09/2030` */
export const expiryOf = ({ expMonth, expYear }: Expiring) =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** Why an expired card is not made the default. */
export const expiredCardText = (card: Expiring & Pick<Card, 'last4'>) =>
  `The card ending in ${card.last4} expired in ${expiryOf(card)}. Add a card that is still valid, or make another one the default.`;
