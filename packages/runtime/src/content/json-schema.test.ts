import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CheckBudget } from './check-budget.ts';
import { checkSchema } from './check-schema.ts';
import { validate } from './json-schema.ts';

/** An entry has more; these are over sooner. */
const FEW_STEPS = 50_000;
const testPattern = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text);
const problemOf = (schema: PlainValue) => checkSchema(schema, new CheckBudget(testPattern));
const check = (schema: PlainValue, value: unknown) => validate(schema, value, new CheckBudget(testPattern));

describe('a value', () => {
  it.each<[PlainValue, unknown]>([
    [true, 'anything'],
    [{}, null],
    [{ type: 'integer' }, 3.0],
    [{ type: ['string', 'null'] }, null],
    [{ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }],
    [{ const: [1] }, [1]],
    [{ maxLength: 2 }, '😀😀'],
    [{ maxLength: 2 }, 12_345],
    [{ pattern: '^\\p{Lu}' }, 'Über'],
    [{ format: 'uuid' }, '0192f5d0-7d3a-7c1e-8b1a-0242ac120002'],
    [{ format: 'date-time' }, '2026-11-21T10:00:00.5+01:00'],
    [{ multipleOf: 0.01 }, 0.29],
    [{ multipleOf: 0.1 }, 1.1],
    [{ multipleOf: 3 }, -9],
    [{ multipleOf: 2.5 }, 1e22],
    [{ items: { type: 'string' }, uniqueItems: true }, ['a', 'b']],
    [{ properties: { a: { type: 'string' } } }, { constructor: 1, toString: 2 }],
    [{ additionalProperties: { type: 'number' } }, { a: 1 }],
    [{ oneOf: [{ type: 'string' }, { minimum: 3 }] }, 4],
    [{ not: { type: 'string' } }, 1],
  ])('%j takes %j', (schema, value) => {
    expect(check(schema, value)).toBeUndefined();
  });

  it.each<[PlainValue, unknown, string]>([
    [false, 1, 'the entry is not allowed'],
    [{ type: ['string', 'null'] }, 1, 'the entry must be string or null'],
    [{ type: 'number' }, '1', 'the entry must be number'],
    [{ enum: ['a', 'b'] }, 'c', 'the entry must be one of ["a","b"]'],
    [{ const: { a: 1 } }, { a: 2 }, 'the entry must be {"a":1}'],
    [{ minLength: 3 }, '😀😀', 'the entry must have at least 3 characters'],
    [{ maxLength: 1 }, 'ab', 'the entry must have at most 1 characters'],
    [{ pattern: '^a' }, 'b', 'the entry must match ^a'],
    [{ format: 'email' }, 'nobody', 'the entry must be a valid email'],
    [{ minimum: 1 }, 0, 'the entry must be at least 1'],
    [{ maximum: 1 }, 2, 'the entry must be at most 1'],
    [{ exclusiveMinimum: 1 }, 1, 'the entry must be more than 1'],
    [{ exclusiveMaximum: 1 }, 1, 'the entry must be less than 1'],
    [{ multipleOf: 0.01 }, 0.295, 'the entry must be a multiple of 0.01'],
    [{ multipleOf: 1 }, 0.000_001, 'the entry must be a multiple of 1'],
    [{ minItems: 1 }, [], 'the entry must have at least 1 items'],
    [{ maxItems: 1 }, [1, 2], 'the entry must have at most 1 items'],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'the entry must not repeat items',
    ],
    [{ items: { type: 'string' } }, ['a', 1], '1 must be string'],
    [{ minProperties: 1 }, {}, 'the entry must have at least 1 fields'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'the entry must have at most 1 fields'],
    [{ required: ['toString'] }, {}, 'the entry must have the field toString'],
    [
      { properties: { a: {} }, additionalProperties: false },
      { constructor: 1 },
      'constructor is not allowed',
    ],
    [{ properties: { a: { items: { minimum: 1 } } } }, { a: [1, 0] }, 'a.1 must be at least 1'],
    [{ allOf: [{ minimum: 1 }] }, 0, 'the entry must be at least 1'],
    [{ anyOf: [{ type: 'string' }] }, 0, 'the entry must match one of the alternatives'],
    [{ oneOf: [{ minimum: 0 }, { minimum: 1 }] }, 2, 'the entry must match exactly one of the alternatives'],
    [{ not: {} }, 2, 'the entry must not match what is excluded'],
  ])('%j refuses %j: %s', (schema, value, problem) => {
    expect(check(schema, value)).toBe(problem);
  });

  it('is a multiple of a step as often as its digits say', () => {
    const steps = fc.constantFrom(0.01, 0.1, 0.25, 0.001, 5);
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), steps, (count, step) => {
        const value = Number((count * step).toFixed(3));
        expect(check({ multipleOf: step }, value)).toBeUndefined();
        expect(check({ multipleOf: step }, value + step / 2)).toContain('must be a multiple of');
      }),
    );
  });
});

describe('a check', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`.padStart(200, 'x'));

  it.each<[string, PlainValue, unknown]>([
    ['parts', { items: { allOf: many(1_000).map(() => ({})) } }, many(2_000)],
    ['alternatives', { items: { anyOf: [{ enum: many(3_000) }, {}] } }, many(3_000)],
    ['a constant that is compared', { items: { anyOf: [{ const: [many(3_000)] }, {}] } }, many(3_000)],
    ['long texts', { items: { allOf: many(1_000).map(() => ({ maxLength: 1e6 })) } }, many(100)],
    ['fields', { allOf: many(1_000).map(() => ({ required: ['0'] })) }, Object.assign({}, many(2_000))],
    ['items that must differ', { items: { uniqueItems: true } }, many(100).map(() => many(1_000))],
  ])('ends when it is too much work: %s', (_, schema, value) => {
    expect(validate(schema, value, new CheckBudget(testPattern, FEW_STEPS))).toBe(
      'it takes too long to check',
    );
  });

  it('has room for a large entry', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => ({
      sku: `cup-${index}`,
      country: 'CH',
      pieces: 2,
    }));
    const properties: PlainValue = {
      sku: { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: 40 },
      country: { enum: many(200).concat('CH') },
      pieces: { type: 'integer', minimum: 1 },
    };
    const schema: PlainValue = {
      items: { type: 'object', required: ['sku'], additionalProperties: false, properties },
    };
    expect(check(schema, lines)).toBeUndefined();
  });
});

describe('a schema', () => {
  it.each<[PlainValue, string]>([
    [3, 'schema is not a schema'],
    [{ $ref: '#' }, 'schema uses "$ref", which is not supported'],
    [{ type: 'text' }, 'schema has an unknown type'],
    [{ type: Array.from({ length: 8 }, () => 'string') }, 'schema has an unknown type'],
    [{ format: 'ipv4' }, 'schema has an unknown format'],
    [{ format: 'constructor' }, 'schema has an unknown format'],
    [{ properties: { a: { if: {} } } }, 'schema.a uses "if", which is not supported'],
    [{ anyOf: [{}, 1] }, 'schema.anyOf.1 is not a schema'],
    [{ minimum: '0' }, 'schema needs a number as "minimum"'],
    [{ multipleOf: 0 }, 'schema needs a number above 0 as "multipleOf"'],
    [{ maxLength: '5' }, 'schema needs a whole number from 0 on as "maxLength"'],
    [{ minItems: -1 }, 'schema needs a whole number from 0 on as "minItems"'],
    [{ required: 'id' }, 'schema needs a list of texts as "required"'],
    [{ required: [1] }, 'schema needs a list of texts as "required"'],
    [{ enum: 'a' }, 'schema needs a list as "enum"'],
    [{ properties: [] }, 'schema needs an object as "properties"'],
    [{ items: { allOf: {} } }, 'schema.items needs a list as "allOf"'],
    [{ uniqueItems: 1 }, 'schema needs true or false as "uniqueItems"'],
    [{ pattern: 1 }, 'schema needs a text as "pattern"'],
  ])('%j is refused: %s', (schema, problem) => {
    expect(problemOf(schema)).toBe(problem);
  });

  it('is refused where it is nested without end', () => {
    let schema: PlainValue = {};
    for (let depth = 0; depth < 30; depth++) schema = { items: schema };
    expect(problemOf(schema)).toMatch(/is nested too deeply$/);
  });

  it('is refused where it is too much to check', () => {
    const part: PlainValue = { allOf: Array.from({ length: 1_000 }, () => ({})) };
    const schema: PlainValue = { anyOf: Array.from({ length: 1_001 }, () => part) };
    expect(checkSchema(schema, new CheckBudget(testPattern, FEW_STEPS))).toBe('it takes too long to check');
  });
});
