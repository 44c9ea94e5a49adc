import { expect, it } from 'vitest';
import { type EntryField, fieldsOf, filterFieldsOf } from '../entry-fields.ts';
import { readFilters, sentenceOf, toFilterValue, toWhere, withFilter, writeFilters } from './entry-filter.ts';

const schema = {
  required: ['id', 'status', 'customer'],
  properties: {
    customer: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
    note: { type: 'string' },
    status: { enum: ['NEW', 'SHIPPED'] },
    totalCents: { type: ['integer', 'null'] },
    due: { type: 'string', format: 'date-time' },
    id: { type: 'string' },
  },
};

it('lists the fields of a schema, useful ones first, and those within objects to filter by', () => {
  expect(fieldsOf(schema).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'id text',
    'status choice',
    'note long-text',
    'totalCents integer',
    'due date-time',
    'customer json',
  ]);
  expect(filterFieldsOf(schema).map(({ name }) => name)).toContain('customer.email');
  expect(fieldsOf(undefined).map(({ name }) => name)).toEqual(['id']);
});

it('makes conditions of filters, which the address keeps', () => {
  const filters = withFilter(
    withFilter(
      [
        [['status'], 'is', 'NEW'],
        [['totalCents'], 'more', 1],
        [['customer', 'email'], 'contains', 'ada'],
        [['note'], 'filled', null],
      ],
      [['totalCents'], 'less', 900],
    ),
    [['totalCents'], 'more', 100],
  );
  expect(toWhere(filters)).toEqual({
    status: 'NEW',
    customer: { email: { $contains: 'ada' } },
    note: { $empty: false },
    totalCents: { $lt: 900, $gt: 100 },
  });
  expect(
    toWhere([
      [['status'], 'is', 'NEW'],
      [['status'], 'not', 'SHIPPED'],
    ]),
  ).toEqual({
    status: { $eq: 'NEW', $ne: 'SHIPPED' },
  });
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect([readFilters('[["x"]]'), readFilters(undefined), writeFilters([])]).toEqual([[], [], undefined]);
  expect(filters.map(sentenceOf)).toContain('customer.email contains “ada”');
});

it('makes conditions of any filters of an address', () => {
  const address = '[[["a"],"is","x"],[["a","b"],"is","y"],[["a","b","c"],"less",1]]';
  expect(toWhere(readFilters(address))).toEqual({ a: { $eq: 'x', b: { $eq: 'y', c: { $lt: 1 } } } });
  expect(toWhere(readFilters(address).toReversed())).toEqual(toWhere(readFilters(address)));
  expect(toWhere(readFilters('[[["a"],"is","x"],[["a","$eq","b"],"is","y"]]'))).toEqual({
    a: { $eq: { b: 'y' } },
  });
  const inherited = '[[["__proto__","x"],"is","y"],[["constructor","name"],"is","y"],[["b"],"is",null]]';
  expect(JSON.stringify(toWhere(readFilters(inherited)))).toBe(
    '{"__proto__":{"x":"y"},"constructor":{"name":"y"},"b":{"$eq":null}}',
  );
  expect({}).not.toHaveProperty('x');
});

it('reads a typed value by the kind of its field', () => {
  const field = (name: string) => fieldsOf(schema).find((each) => each.name === name) as EntryField;
  expect(toFilterValue(field('totalCents'), '12')).toBe(12);
  expect(toFilterValue(field('totalCents'), 'twelve')).toBeUndefined();
  expect(toFilterValue(field('status'), '"NEW"')).toBe('NEW');
  expect(toFilterValue(field('note'), '12')).toBe('12');
  expect(toFilterValue(field('due'), '2026-11-29T10:00Z')).toBe('2026-11-29T10:00:00.000Z');
});
