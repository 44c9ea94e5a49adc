import { z } from 'zod';

/** The part of a card form that is not the provider's. */
export const HolderName = z.object({
  cardHolderName: z.string().trim().min(1, 'Please enter the name on the card.'),
});
