import { editLiteralModule } from '@atrium/contract/service-api/files/literal-edit';
import { describe, expect, test } from 'vitest';
import { type MetaItem, toMetaItem } from '../items/meta-item.ts';
import { collectionForm } from './collection-form.ts';
import { collectionPlaceOf, toCollectionFields, toCollectionValues } from './collection-values.ts';

const TEXT = `export default {
  acl: ['ROLE_DEV'],
  schema: {
    type: 'object', // always
    required: ['id', 'legacy', 'total'],
    properties: {
      id: { type: 'string', pattern: '^[a-z]+$' },
      total: { type: 'integer', minimum: 0 }, // in cents
      state: { enum: ['NEW', 'SENT'] },
      color: { enum: ['', 'red', 'blue'] },
      size: { enum: ['S ', 'M'] },
      lines: { type: ['array', 'null'], items: { type: 'object' } },
    },
    minProperties: 1,
  },
};
`;
const orders = toMetaItem('collections', collectionPlaceOf('orders'), {
  content: TEXT,
  checksum: 'a'.repeat(40),
});
const valuesOf = (item: MetaItem) => toCollectionValues(item.fields ?? {}, item);
const values = valuesOf(orders);
const write = (changed: typeof values) =>
  editLiteralModule(TEXT, toCollectionFields(changed, orders.fields ?? {}));
const field = (name: string) => {
  const found = values.fields.find((each) => each.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const withField = (name: string, change: object) => ({
  ...values,
  fields: values.fields.map((each) => (each.name === name ? { ...each, ...change } : each)),
});

describe('a collection in its form', () => {
  test('has its fields by type; what no word is for is as written', () => {
    expect(values.fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ['id', 'text', true],
      ['total', 'integer', true],
      ['state', 'choice', false],
      ['color', 'as-written', false],
      ['size', 'as-written', false],
      ['lines', 'as-written', false],
    ]);
    expect(field('state').choices).toBe('NEW, SENT');
    expect(values.allowsOthers).toBe(true);
  });

  test('is written back as it was', () => {
    expect(write(values)).toBe(TEXT);
  });

  test('keeps what a field demands beyond its type, and all comments', () => {
    expect(write(withField('state', { choices: 'NEW, SENT, PAID', isRequired: true }))).toBe(
      TEXT.replace("['NEW', 'SENT']", '[\n        "NEW",\n        "SENT",\n        "PAID",\n      ]').replace(
        "['id', 'legacy', 'total']",
        '[\n      "id",\n      "legacy",\n      "total",\n      "state",\n    ]',
      ),
    );
    expect(write({ ...values, allowsOthers: false })).toContain('additionalProperties: false');
  });

  test('a field of another type, a renamed and a removed one', () => {
    const retyped = toCollectionFields(withField('total', { type: 'text' }), orders.fields ?? {});
    expect(retyped['schema']).toMatchObject({ properties: { total: { type: 'string' } } });
    const renamed = toCollectionFields(withField('total', { name: 'totalCents' }), orders.fields ?? {});
    expect(renamed['schema']).toMatchObject({
      required: ['id', 'legacy', 'totalCents'],
      properties: { totalCents: { type: 'integer', minimum: 0 } },
    });
    const fields = values.fields.filter(({ name }) => name !== 'total');
    const without = toCollectionFields({ ...values, fields }, orders.fields ?? {});
    expect(without['schema']).toMatchObject({ required: ['id', 'legacy'] });
    expect(without['schema']).not.toMatchObject({ properties: { total: expect.anything() } });
  });

  test('a new one begins with the id that every entry needs', () => {
    const created = toCollectionFields({ ...toCollectionValues({}, undefined), name: 'mails' }, {});
    expect(created).toEqual({
      id: 'mails',
      schema: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: { id: { type: 'string' } },
      },
    });
  });
});

test.each([
  [{ ...values, name: 'or/ders' }, 'name'],
  [{ ...values, name: 'Taken' }, 'name'],
  [withField('total', { name: ' ' }), 'fields.1.name'],
  [withField('total', { name: 'id' }), 'fields.1.name'],
  [withField('state', { choices: ' , ' }), 'fields.2.choices'],
])('what is missing or stands twice is said at its field (%#)', (wrong, place) => {
  const { error } = collectionForm(['taken']).safeParse(wrong);
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([place]);
});
