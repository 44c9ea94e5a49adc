import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The card provider reports payments that ended. The body is checked by its signature, byte for byte. */
export const takePaymentEvent = defineEndpoint({
  method: 'POST',
  path: '/console/v1/public/payment/webhook',
  access: 'PUBLIC',
  tag: 'billing',
  summary: 'Receive an event of the card provider; its signature authenticates it',
  body: z.unknown(),
  errors: ['notFound', 'unprocessable'],
});
