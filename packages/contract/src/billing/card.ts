import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

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
  token: z.string().min(1, 'Please fill in the card.').max(500),
  cardHolderName: z
    .string('Please provide name on card.')
    .trim()
    .min(1, 'Please provide name on card.')
    .max(200),
});

const CardId = z.object({ id: z.uuid() });
const tag = 'billing';

export const hasCard = defineEndpoint({
  method: 'GET',
  path: '/console/v1/card/check',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Whether the customer has a card',
  response: z.boolean(),
});

export const createCard = defineEndpoint({
  method: 'POST',
  path: '/console/v1/card/create',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Adds a card. Accepts Idempotency-Key',
  body: CreateCard,
  response: Card,
  errors: ['conflict', 'unprocessable'],
});

export const listCards = defineEndpoint({
  method: 'GET',
  path: '/console/v1/card/list',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Cards, oldest first',
  response: z.array(Card),
});

export const makeCardDefault = defineEndpoint({
  method: 'POST',
  path: '/console/v1/card/default/{id}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Makes a card the one that invoices are paid with',
  params: CardId,
  errors: ['notFound'],
});

export const deleteCard = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/card/{id}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Removes a card; the default one only when it is the last and nothing is unpaid',
  params: CardId,
  errors: ['notFound', 'unprocessable'],
});
