import { z } from 'zod';

/** Values allowed in metadata and data: those of JSON. */
export type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };

/** Deepest nesting that is read or written; keeps hostile values from exhausting the stack. */
export const MAX_PLAIN_DEPTH = 64;

export function isPlainObject(value: PlainValue | undefined): value is { [key: string]: PlainValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a value of JSON, not nested too deeply, without the key `__proto__` (no module can hold it). */
export function isPlainValue(value: unknown, depth = 0): value is PlainValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_PLAIN_DEPTH) return false;
  if (Array.isArray(value)) return value.every((part) => isPlainValue(part, depth + 1));
  if (Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((part) => isPlainValue(part, depth + 1));
}

/** Deep equality, independent of key order. */
export function isSamePlainValue(a: PlainValue, b: PlainValue): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(value: PlainValue): string {
  return JSON.stringify(value, (_, part: PlainValue) =>
    isPlainObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export const PlainValue = z
  .unknown()
  .refine(
    (value) => isPlainValue(value),
    'Must be plain values, nested at most 64 deep',
  ) as z.ZodType<PlainValue>;
