import {
  HOLDER_NAME_MAX_LENGTH,
  HOLDER_NAME_MISSING,
  HOLDER_NAME_TOO_LONG,
} from '@atrium/contract/billing/card';
import { z } from 'zod';

/** The part of a card form that is not the provider's. */
export const HolderName = z.object({
  cardHolderName: z
    .string()
    .trim()
    .min(1, HOLDER_NAME_MISSING)
    .max(HOLDER_NAME_MAX_LENGTH, HOLDER_NAME_TOO_LONG),
});
