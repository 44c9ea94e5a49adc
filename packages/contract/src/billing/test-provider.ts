import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const INCOMPLETE = 'Your card number is incomplete.';

/**
 * Request from the test provider's card field to the test provider, as a real provider's field would send to
 * its own.
 */
export const CreateTestToken = z.object({
  number: z
    .string()
    .max(60, { error: INCOMPLETE, abort: true })
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{16}$/, INCOMPLETE)),
  expMonth: z
    .int("Your card's expiry is incomplete.")
    .min(1, "Your card's expiry is invalid.")
    .max(12, "Your card's expiry is invalid."),
  expYear: z
    .int("Your card's expiry is incomplete.")
    .min(2000, "Your card's expiry is invalid.")
    .max(2100, "Your card's expiry is invalid."),
  cvc: z.string().regex(/^\d{3,4}$/, "Your card's security code is incomplete."),
});

export const createTestToken = defineEndpoint({
  method: 'POST',
  path: '/console/v1/public/test-provider/token',
  access: 'PUBLIC',
  tag: 'billing',
  summary: "The built-in test provider's card field: makes a card token. Not there with a real provider",
  body: CreateTestToken,
  response: z.object({ token: z.string() }),
  errors: ['notFound', 'unprocessable'],
});

export const confirmTestPayment = defineEndpoint({
  method: 'POST',
  path: '/console/v1/public/test-provider/confirm',
  access: 'PUBLIC',
  tag: 'billing',
  summary: 'The built-in test provider: the card holder confirms or refuses a payment',
  body: z.object({ clientSecret: z.string().max(200), isApproved: z.boolean() }),
  errors: ['notFound'],
});
