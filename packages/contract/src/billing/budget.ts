import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { BudgetStop, SaveBudget } from './budget-fields.ts';

const tag = 'billing';

/** Amounts that one customer may be told of. */
export const MAX_BUDGETS = 10;

/**
 * Amount of usage in a month (UTC, before credits) at which everyone with access to bills gets an e-mail. A cap
 * is a budget that also stops functions until the month ends.
 */
export const Budget = z.object({
  id: z.uuid(),
  cents: z.int(),
  /** When the running month reached it; null if it has not. */
  reachedOn: z.iso.datetime().nullable(),
  /** Functions that it stops; none if it only sends e-mails. */
  stops: z.array(BudgetStop),
});
export type Budget = z.infer<typeof Budget>;

export const listBudgets = defineEndpoint({
  method: 'GET',
  path: '/console/v1/budgets',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  isTogether: true,
  tag,
  summary: 'List budgets: amounts in a month at which an e-mail goes out, smallest first',
  response: z.array(Budget),
});

export const createBudget = defineEndpoint({
  method: 'POST',
  path: '/console/v1/budgets',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag,
  isLasting: true,
  summary:
    'Add a budget; one that the month has already reached sends its e-mail, and stops its functions, at once',
  idempotent: true,
  body: SaveBudget,
  response: Budget,
  errors: ['conflict', 'unprocessable'],
});

export const updateBudget = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/budgets/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag,
  isLasting: true,
  summary: 'Change a budget, which can then be reached again in this month',
  params: IdParams,
  body: SaveBudget,
  response: Budget,
  errors: ['notFound', 'conflict'],
});

export const deleteBudget = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/budgets/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag,
  isLasting: true,
  summary: 'Delete a budget; what it has stopped goes on',
  params: IdParams,
  errors: ['notFound'],
});
