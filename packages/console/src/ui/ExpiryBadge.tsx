import type { Card } from '@atrium/contract/billing/card';
import { cardExpiry } from '@atrium/contract/billing/card-expiry';
import { Badge } from './Badge.tsx';

/** Marks a card that has expired, or does this month (UTC). */
export function ExpiryBadge({ card }: { card: Pick<Card, 'expMonth' | 'expYear'> }) {
  const expiry = cardExpiry(card);
  if (expiry === 'valid') return null;
  return expiry === 'expired' ? (
    <Badge tone="danger">Expired</Badge>
  ) : (
    <Badge tone="warn">Expires this month</Badge>
  );
}
