import { expect, it } from 'vitest';
import { fieldsOf } from '../entry-fields.ts';
import { differingFields, newDraft, otherFields, readDraft, shownText, textOf } from './entry-draft.ts';

const fields = fieldsOf({
  required: ['name', 'stock'],
  properties: {
    name: { type: 'string' },
    stock: { type: 'integer', default: 0 },
    isSold: { type: 'boolean' },
    category: { enum: ['tea', 'ware', null] },
    tags: { type: 'array' },
    due: { type: 'string', format: 'date-time' },
  },
});

it('keeps what nobody touched as it was, and reads the rest by its kind', () => {
  const base = { id: 'cup', name: 'Cup', stock: 1, due: '2026-11-29T10:00:00.123456Z', extra: { a: 1 } };
  const draft = { stock: '12', isSold: 'true', category: '"tea"', tags: '["a"]' };
  expect(readDraft(fields, base, draft)).toEqual({
    document: { ...base, stock: 12, isSold: true, category: 'tea', tags: ['a'] },
    errors: {},
  });
  expect(readDraft(fields, { ...base, isSold: true }, { isSold: '' }).document).not.toHaveProperty('isSold');
  expect(otherFields(fields, base).map(({ name }) => name)).toEqual(['extra']);
});

it('says what cannot be read, by the field', () => {
  expect(readDraft(fields, null, { stock: '1.5', tags: '[' }).errors).toEqual({
    name: 'Enter a value.',
    stock: 'Enter a whole number.',
    tags: expect.stringContaining('This is no JSON'),
  });
  expect(newDraft(fields)).toEqual({ stock: '0' });
});

it('shows each value as text that reads back as the same', () => {
  const entry = {
    id: 'cup',
    name: '',
    stock: 3,
    isSold: false,
    category: null,
    tags: [1],
    due: '2026-11-29T10:00:00.000Z',
  };
  const draft = Object.fromEntries(
    fields
      .filter(({ name }) => name !== 'id')
      .map((field) => [field.name, textOf(field, entry[field.name as 'name'])]),
  );
  expect(readDraft(fields, { id: 'cup' }, draft)).toEqual({ document: entry, errors: {} });
  expect(differingFields({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 }, d: 1 })).toEqual(['d']);
});

it('keeps values of the JSON view as they are until their text is changed', () => {
  const base = { id: 'cup', name: 'Cup', stock: 1, isSold: true };
  const due = '2026-11-29T10:00:00.123456Z';
  const given = { id: 'cup', name: null, stock: 'many', due, extra: { a: 1 } };
  const draft = Object.fromEntries(
    differingFields(base, given).map((name) => [name, { value: given[name as 'name'] }]),
  );
  const all = [...fields, ...otherFields(fields, draft)];
  expect(readDraft(all, base, draft)).toEqual({ document: given, errors: {} });
  const texts = all.map((field) => [field.name, shownText(field, base, draft)]);
  expect(Object.fromEntries(texts)).toMatchObject({ name: '', stock: 'many', isSold: '', id: 'cup' });
  expect(readDraft(all, base, { ...draft, stock: '2' }).document).toEqual({ ...given, stock: 2 });
});
