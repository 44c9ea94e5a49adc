import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { PageRequest, pagedResult } from '../paging.ts';

export const Bonus = z.object({ id: z.uuid(), key: z.string(), cents: z.int() });
export type Bonus = z.infer<typeof Bonus>;

const NAME_MAX_LENGTH = 120;
const MAX_CENTS = 1_000_000_000;
const WHOLE_CENTS = 'Enter a whole number of cents, 0 or more.';

export const SaveBonus = z.object({
  id: z.uuid().optional(),
  key: z
    .string('Please enter a name.')
    .trim()
    .min(1, 'Please enter a name.')
    .max(NAME_MAX_LENGTH, { error: `Use at most ${NAME_MAX_LENGTH} characters.`, abort: true })
    .regex(/^[A-Z0-9_]+$/i, 'Use only letters, digits and underscores.'),
  // Coerced alone, an empty field would be 0.
  cents: z.union([z.number(), z.string().trim().min(1, WHOLE_CENTS)], WHOLE_CENTS).pipe(
    z.coerce
      .number<string | number>(WHOLE_CENTS)
      // First: a number too great to be exact is no whole number to Zod.
      .max(MAX_CENTS, { error: `Enter at most ${MAX_CENTS} cents.`, abort: true })
      .int(WHOLE_CENTS)
      .min(0, WHOLE_CENTS),
  ),
});

export const searchBonuses = defineEndpoint({
  method: 'POST',
  path: '/console/v1/bonus',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'List a page of bonuses, by name',
  body: PageRequest,
  response: pagedResult(Bonus),
});

export const getBonus = defineEndpoint({
  method: 'GET',
  path: '/console/v1/bonus/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'Get a bonus',
  params: IdParams,
  response: Bonus,
  errors: ['notFound'],
});

export const saveBonus = defineEndpoint({
  method: 'POST',
  path: '/console/v1/bonus/save',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'Create a bonus, or change the one with the given id',
  needsConfirmation: true,
  body: SaveBonus,
  response: Bonus,
  errors: ['notFound', 'conflict'],
});

export const deleteBonus = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/bonus/{id}',
  access: 'ADMIN_ONLY',
  tag: 'pricing',
  summary: 'Delete a bonus',
  needsConfirmation: true,
  params: IdParams,
  errors: ['notFound'],
});
