import { z } from 'zod';

/** Dollars as people type them, with cents or without; read as cents. */
export const TypedDollars = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount in dollars, such as 25 or 49.90.')
  .transform((dollars) => Math.round(Number(dollars) * 100));
