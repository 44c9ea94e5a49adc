import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { PageRequest, pagedResult } from '../paging.ts';

/** The bonus that says how much free tier a customer gets at first set-up. */
export const FREE_TIER_BONUS = 'CONSOLE_DISCOUNT';
export const BONUS_SEARCH_SIZE = 50;

export const Bonus = z.object({ id: z.uuid(), key: z.string(), cents: z.int() });
export type Bonus = z.infer<typeof Bonus>;

export const SaveBonus = z.object({
  id: z.uuid().optional(),
  key: z
    .string('Please provide name.')
    .trim()
    .min(1, 'Please provide name.')
    .max(120)
    .regex(/^[A-Z0-9_]+$/i, 'Name may hold letters, digits and underscores.'),
  cents: z.coerce
    .number('Cents must be a whole number from 0.')
    .int('Cents must be a whole number from 0.')
    .min(0, 'Cents must be a whole number from 0.')
    .max(1_000_000_000),
});

const BonusId = z.object({ id: z.uuid() });

export const searchBonuses = defineEndpoint({
  method: 'POST',
  path: '/console/v1/bonus',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'A page of bonuses, by name',
  body: PageRequest,
  response: pagedResult(Bonus),
});

export const getBonus = defineEndpoint({
  method: 'GET',
  path: '/console/v1/bonus/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'One bonus',
  params: BonusId,
  response: Bonus,
  errors: ['notFound'],
});

export const saveBonus = defineEndpoint({
  method: 'POST',
  path: '/console/v1/bonus/save',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'Creates a bonus, or changes the one whose id is given',
  body: SaveBonus,
  response: Bonus,
  errors: ['notFound', 'conflict'],
});

export const deleteBonus = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/bonus/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'Deletes a bonus',
  params: BonusId,
  errors: ['notFound'],
});

/** The free credit that the payment page promises. */
export const getFreeTierOffer = defineEndpoint({
  method: 'GET',
  path: '/console/v1/virtual/cash/offer',
  access: 'AUTHENTICATED',
  tag: 'pricing',
  summary:
    'Cents of free tier that the caller would get by setting payment up: 0 for a child user, a second time, or without such a bonus',
  response: z.object({ cents: z.int() }),
});
