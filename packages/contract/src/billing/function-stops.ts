import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { BudgetStop } from './budget-fields.ts';

/** A function that a cap has stopped, or all functions of a service. */
export const FunctionStop = BudgetStop.extend({
  /** The amount of the cap. */
  cents: z.int(),
  /** The first day (UTC) on which it can be called again, unless the cap is raised or removed before. */
  until: z.iso.date(),
});
export type FunctionStop = z.infer<typeof FunctionStop>;

export const listFunctionStops = defineEndpoint({
  method: 'GET',
  path: '/console/v1/function-stops',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isTogether: true,
  tag: 'billing',
  summary: 'List the functions that a cap has stopped, smallest cap first',
  response: z.array(FunctionStop),
});
