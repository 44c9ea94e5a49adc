import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

/**
 * Rules for the name on a card; plain values, so that pages that only call these endpoints don't load the
 * schema library.
 */
export const HOLDER_NAME_MISSING = 'Please enter the name on the card.';
export const HOLDER_NAME_MAX_LENGTH = 200;
export const HOLDER_NAME_TOO_LONG = `Use at most ${HOLDER_NAME_MAX_LENGTH} characters.`;

export const Card = z.object({
  id: z.uuid(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  defaultCard: z.boolean(),
});
export type Card = z.infer<typeof Card>;

/** `token` is made in the browser by the card provider's script; a card number never reaches the platform. */
export const CreateCard = z.object({
  token: z.string().min(1, 'Please enter your card details.').max(500),
  cardHolderName: z
    .string(HOLDER_NAME_MISSING)
    .trim()
    .min(1, HOLDER_NAME_MISSING)
    .max(HOLDER_NAME_MAX_LENGTH, HOLDER_NAME_TOO_LONG),
});

const tag = 'billing';

export const hasCard = defineEndpoint({
  method: 'GET',
  path: '/console/v1/card/check',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  isTogether: true,
  tag,
  summary: 'Tell whether the customer has a card',
  response: z.boolean(),
});

export const createCard = defineEndpoint({
  method: 'POST',
  path: '/console/v1/card/create',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  isPersonal: true,
  tag,
  summary: 'Add a card',
  idempotent: true,
  body: CreateCard,
  response: Card,
  errors: ['conflict', 'unprocessable'],
});

export const listCards = defineEndpoint({
  method: 'GET',
  path: '/console/v1/card/list',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  isTogether: true,
  tag,
  summary: 'List cards, oldest first',
  response: z.array(Card),
});

export const makeCardDefault = defineEndpoint({
  method: 'POST',
  path: '/console/v1/card/default/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  isPersonal: true,
  tag,
  summary: 'Make a card the default for paying invoices, unless it has expired',
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
});

export const deleteCard = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/card/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  isPersonal: true,
  tag,
  summary: 'Remove a card; the default only if it is the last one and nothing is unpaid',
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
});
