import type { Card } from '@atrium/contract/billing/card';

/** `card ending in 4242` */
export const nameOfCard = ({ last4 }: Pick<Card, 'last4'>) => `card ending in ${last4}`;
