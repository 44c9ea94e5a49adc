import { z } from 'zod';

export const SaveBudget = z.object({
  cents: z.int('Enter a whole number of cents.').min(1, 'Enter an amount above 0.').max(100_000_000_000),
});

/** The same as people type it: dollars, with cents or without. */
export const TypedBudget = z.object({
  cents: z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount in dollars, such as 25 or 49.90.')
    .transform((dollars) => Math.round(Number(dollars) * 100))
    .pipe(SaveBudget.shape.cents),
});
