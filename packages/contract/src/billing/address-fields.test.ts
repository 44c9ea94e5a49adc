import { expect, test } from 'vitest';
import { SaveAddress } from './address-fields.ts';

const address = { addressCountry: 'AT', addressCity: 'City', addressLine1: 'Street 1', addressZip: '1010' };
const problemsOf = (body: unknown) =>
  SaveAddress.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test.each(['HK', 'AE', 'QA', 'PA', 'JM', 'AO', 'IE'])('%s needs no ZIP code', (addressCountry) => {
  const { addressZip: _, ...without } = { ...address, addressCountry };
  expect(problemsOf(without)).toEqual([]);
  expect(problemsOf({ ...without, addressZip: ' ' })).toEqual([]);
  expect(problemsOf({ ...without, addressZip: '999077' })).toEqual([]);
});

test('elsewhere one is needed, and missed together with the other fields', () => {
  const missing = 'addressZip: Please enter a ZIP code.';
  expect(problemsOf({ ...address, addressZip: '' })).toEqual([missing]);
  expect(problemsOf({})).toEqual([
    'addressCountry: Please choose a country.',
    'addressCity: Please enter a city.',
    'addressLine1: Please enter an address.',
    missing,
  ]);
  expect(problemsOf({ ...address, addressZip: 7 })).toHaveLength(1);
  expect(problemsOf(null)).toHaveLength(1);
});
