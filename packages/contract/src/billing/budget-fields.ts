import { z } from 'zod';
import { FunctionName } from '../service-api/functions/invocations.ts';
import { readStop } from './stop-texts.ts';
import { TypedDollars } from './typed-dollars.ts';

/** Most functions that all caps of a customer stop, and bytes in their names as JSON: services get them in a header. */
export const MAX_STOPS = 50;
export const MAX_STOPS_BYTES = 2_000;

/** Scope of a cap: a function of a service, or all functions. */
export const BudgetStop = z.object({
  serviceId: z.string().min(1).max(200),
  /** Null for all functions of the service. */
  function: FunctionName.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Enter names without control characters.').nullable(),
});
export type BudgetStop = z.infer<typeof BudgetStop>;

export const SaveBudget = z.object({
  cents: z.int('Enter a whole number of cents.').min(1, 'Enter an amount above 0.').max(100_000_000_000),
  /** Functions that stop when the amount is reached. If omitted: none, or the budget's current ones. */
  stops: z
    .array(BudgetStop)
    .max(MAX_STOPS, `Choose ${MAX_STOPS} functions at most, or all functions of a service.`)
    .optional(),
});
export type SaveBudget = z.infer<typeof SaveBudget>;

/** The same as people type it: dollars, with cents or without; functions from a list, and others by their names. */
export const TypedBudget = z
  .object({
    cents: TypedDollars.pipe(SaveBudget.shape.cents),
    /** Formatted by `writeStop`. */
    stops: z.array(z.string()),
    /** One per line. */
    others: z
      .string()
      .transform((text) => text.split('\n').map((line) => line.trim()))
      .transform((lines) => lines.filter((line) => line !== ''))
      .refine(
        (lines) => lines.every((line) => /^[^/\p{Cc}]+\/[^/\p{Cc}][^\p{Cc}]*$/u.test(line)),
        'Enter one function per line, such as hyper-dispatch/orders/create.',
      ),
  })
  .transform(
    ({ cents, stops, others }): SaveBudget => ({ cents, stops: [...stops, ...others].map(readStop) }),
  );
