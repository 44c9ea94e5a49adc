import { RETRY_DAYS } from '@atrium/contract/billing/automatic-payment';
import type { Card } from '@atrium/contract/billing/card';
import { nameOfCard } from './card-words.ts';

const days = new Intl.ListFormat('en', { type: 'conjunction' }).format(RETRY_DAYS.map(String));

/** Retry schedule of failed automatic payments. */
export const RETRIES = `A payment that fails is tried again ${days} days later; then it is up to you.`;

/** `your card ending in 4242` */
export function nameOfDefault(cards: readonly Card[] | undefined): string {
  const card = cards?.find(({ defaultCard }) => defaultCard);
  return card === undefined ? 'your default card' : `your ${nameOfCard(card)}`;
}
