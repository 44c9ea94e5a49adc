import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The card provider tells of payments that ended. The body is checked by its signature, byte for byte. */
export const takePaymentEvent = defineEndpoint({
  method: 'POST',
  path: '/console/v1/public/payment/webhook',
  access: 'PUBLIC',
  tag: 'billing',
  summary: "The card provider's webhook; the signature is its sign-in",
  body: z.unknown(),
  errors: ['notFound', 'unprocessable'],
});
