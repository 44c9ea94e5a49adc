import { expect, test } from 'vitest';
import type { z } from 'zod';
import { contractEndpoints } from '../../test/contract-endpoints.ts';

const HUGE = 256 * 1024;
/** More than any text that an expression has to look at as a whole. */
const LONGEST = 20_000;
/** Anchored, and linear: each part begins with a character that the part before it cannot hold. */
const LINEAR = /^\^\(\?:\(\?:\\d\\d\[2468\]\[048\]/;

test('no expression of the contract looks at a text before its length is limited', async () => {
  const seen: string[] = [];
  const texts = ['a', 'ü', '1', '.', ' ', 'a.', 'a@', '-', '/a'].map((part) =>
    part.repeat(Math.ceil(HUGE / part.length)),
  );
  const original = Reflect.get<typeof RegExp.prototype, 'exec'>(RegExp.prototype, 'exec');
  const { platform, services } = await contractEndpoints();
  for (const { method, path, params, query, body } of [...platform, ...services]) {
    const schemas = [...new Set([params, query, body].flatMap((schema) => [...schemasIn(schema)]))];
    for (const schema of schemas) {
      RegExp.prototype.exec = function exec(text) {
        if (text.length > LONGEST && !isOfFixedLength(this) && !LINEAR.test(this.source)) {
          seen.push(`${method} ${path}: ${this.source}`);
          return null;
        }
        return original.call(this, text);
      };
      try {
        for (const text of texts) schema.safeParse(text);
      } finally {
        RegExp.prototype.exec = original;
      }
    }
  }
  expect([...new Set(seen)]).toEqual([]);
});

/** Ends after a few characters, whatever the text: it begins at the start, and repeats nothing without an end. */
function isOfFixedLength({ source }: RegExp): boolean {
  // One character, as the library looks for one that takes two units of a text's length.
  if (/^\[[^\]]*\]$/.test(source)) return true;
  return source.startsWith('^') && !/(?<!\\)[*+]|,\}/.test(source.replaceAll(/\[[^\]]*\]/g, 'x'));
}

/** A schema and all that it is made of. */
function schemasIn(schema: unknown, found = new Set<z.ZodType>()): Set<z.ZodType> {
  if (typeof schema !== 'object' || schema === null) return found;
  if (Array.isArray(schema)) {
    for (const part of schema) schemasIn(part, found);
    return found;
  }
  if ('_zod' in schema && 'safeParse' in schema) {
    if (found.has(schema as z.ZodType)) return found;
    found.add(schema as z.ZodType);
    const { def } = (schema as z.ZodType)._zod;
    // By itself it takes what the schema before it refuses.
    if (def.type === 'transform') found.delete(schema as z.ZodType);
    const { checks: _, shape, out, ...parts } = def as { checks?: unknown; shape?: object; out?: z.ZodType };
    schemasIn([...Object.values(parts), ...Object.values(shape ?? {})], found);
    // The end of a pipe gets only texts that its start accepted: tried with the pipe as a whole.
    if (out !== undefined && out._zod.def.type !== 'string') schemasIn(out, found);
    if (def.type === 'lazy') schemasIn((def as unknown as { getter: () => unknown }).getter(), found);
  }
  return found;
}
