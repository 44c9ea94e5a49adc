import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Address, SaveAddress } from './address.ts';
import { Card, CreateCard } from './card.ts';

export const setUpBilling = defineEndpoint({
  method: 'POST',
  path: '/console/v1/billing/setup/bonus',
  access: 'AUTHENTICATED',
  tag: 'billing',
  summary: 'First set-up: card and address together; gives the free tier, once. Accepts Idempotency-Key',
  body: z.object({ card: CreateCard, address: SaveAddress }),
  response: z.object({ card: Card, address: Address, virtualCash: z.int() }),
  errors: ['conflict', 'unprocessable'],
});

export const getPaymentConfig = defineEndpoint({
  method: 'GET',
  path: '/console/v1/payment/config',
  access: 'AUTHENTICATED',
  tag: 'billing',
  summary: 'Which card provider is in use, and its script and publishable key',
  response: z.object({
    provider: z.enum(['stripe', 'test']),
    publishableKey: z.string(),
    script: z.string(),
  }),
});
