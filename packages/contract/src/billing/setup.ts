import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Address, SaveAddress } from './address-fields.ts';
import { Card, CreateCard } from './card.ts';

/** Cards of one customer at most, and as many addresses: lists of them have no pages. */
export const MAX_IN_WALLET = 50;

export const setUpBilling = defineEndpoint({
  method: 'POST',
  path: '/console/v1/billing/setup/bonus',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  isPersonal: true,
  tag: 'billing',
  summary: 'Set up payment: card and address together; grants the free tier once for each customer and card',
  idempotent: true,
  body: z.object({ card: CreateCard, address: SaveAddress }),
  response: z.object({
    card: Card,
    address: Address,
    virtualCash: z.int(),
    /** Credit granted by this call: zero if the card was used for credit before, in this account or another. */
    freeTierCents: z.int(),
  }),
  errors: ['conflict', 'unprocessable'],
});

/** Configuration of the provider's card field in the browser. */
export const PaymentConfig = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ provider: z.literal('test'), script: z.string() }),
]);
export type PaymentConfig = z.infer<typeof PaymentConfig>;

export const getPaymentConfig = defineEndpoint({
  method: 'GET',
  path: '/console/v1/payment/config',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag: 'billing',
  summary: 'Get the card provider in use, with what its card field needs',
  response: PaymentConfig,
});
