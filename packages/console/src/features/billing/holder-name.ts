import { CreateCard } from '@atrium/contract/billing/card';

/** The part of a card form that is not the provider's. */
export const HolderName = CreateCard.pick({ cardHolderName: true });
