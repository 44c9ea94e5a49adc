import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The bonus that says how much free tier a customer gets for setting up payment. */
export const FREE_TIER_BONUS = 'CONSOLE_DISCOUNT';

/** The free credit that the payment page promises. */
export const getFreeTierOffer = defineEndpoint({
  method: 'GET',
  path: '/console/v1/virtual/cash/offer',
  access: 'AUTHENTICATED',
  permission: 'none',
  isTogether: true,
  tag: 'pricing',
  summary:
    'Get the cents of free tier that the caller would receive for setting up payment with a card that has not had it; 0 for a child user, a second time, or without such a bonus',
  response: z.object({ cents: z.int() }),
});
