import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Money that pays invoices before any card does. Its cents are used, expired or left: never more, never less. */
export const Credit = z.object({
  id: z.uuid(),
  createdOn: z.iso.datetime(),
  /** It covers months up to the one of this day; null if it does not expire. */
  expiresOn: z.iso.date().nullable(),
  /** Name of a bonus, or the text of an administrator. */
  reason: z.string(),
  /** By an administrator or the operator, not as a bonus. */
  isGiven: z.boolean(),
  /** The administrator's username. */
  givenBy: z.string().nullable(),
  cents: z.int(),
  usedCents: z.int(),
  expiredCents: z.int(),
  leftCents: z.int(),
});
export type Credit = z.infer<typeof Credit>;

export const listCredits = defineEndpoint({
  method: 'GET',
  path: '/console/v1/credits',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  tag: 'billing',
  summary: 'List the credits of the customer, newest first',
  response: z.array(Credit.omit({ givenBy: true })),
});
