import { z } from 'zod';
import { knownFields } from '../../known-fields.ts';

export const ValueKind = z.enum(['secret', 'variable']);
export type ValueKind = z.infer<typeof ValueKind>;

export const MAX_VALUE_LENGTH = 8 * 1024;
/** Longest time for which the value before a rotation is kept. */
const MAX_KEPT_SECONDS = 30 * 24 * 3600;

const Value = z
  .string()
  .min(1, 'Enter a value.')
  .max(MAX_VALUE_LENGTH, `Enter at most ${MAX_VALUE_LENGTH.toLocaleString('en-US')} characters.`);

export const SetValue = knownFields({
  /** Left out: it stays. */
  value: Value.optional(),
  /** Value that tests get instead; null for none. Left out: it stays. */
  testValue: Value.nullable().optional(),
  /** A rotation: signatures with the former value are accepted for so long. */
  keepsFormerSeconds: z.int().min(0).max(MAX_KEPT_SECONDS).optional(),
});
export type SetValue = z.infer<typeof SetValue>;
