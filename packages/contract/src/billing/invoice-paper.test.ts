import { expect, test } from 'vitest';
import { taxLine } from './invoice-paper.ts';
import { DEFAULT_SELLER } from './seller.ts';

const silent = { ...DEFAULT_SELLER, noTaxReason: null };
const seller = { ...silent, vat: 'ATU12345678', taxPercent: 20 };
const address = (addressCountry: string, companyVat = '') => ({
  addressCountry,
  addressCity: 'City',
  addressLine1: 'Street 1',
  addressLine2: '',
  addressZip: '1',
  companyName: '',
  companyVat,
});
const REVERSE = { label: 'No VAT: reverse charge, the customer accounts for it', cents: 0 };
const INCLUDED = { label: 'Includes 20% VAT', cents: 200 };

test.each([
  ['of the same country', address('AT', 'ATU37675002'), INCLUDED],
  ['of the union with a number', address('DE', 'DE136695976'), REVERSE],
  ['of the union without a number', address('DE'), INCLUDED],
  ['of the union with words for a number', address('DE', 'n/a none'), INCLUDED],
  ['of no union', address('CH', 'CHE-116.281.710'), INCLUDED],
  ['without an address', null, INCLUDED],
])('a customer %s', (_, address, line) => {
  expect(taxLine({ seller, address, amount: 1200 })).toEqual(line);
});

test('a Greek seller is of the union, and in Greece', () => {
  const greek = { ...seller, vat: 'EL094259216' };
  expect(taxLine({ seller: greek, address: address('GR', 'EL094259216'), amount: 1200 })).toEqual(INCLUDED);
  expect(taxLine({ seller: greek, address: address('AT', 'ATU37675002'), amount: 1200 })).toEqual(REVERSE);
});

test('a seller without tax says why, or nothing', () => {
  const invoice = { address: null, amount: 1200 };
  expect(taxLine({ ...invoice, seller: silent })).toBeNull();
  expect(taxLine({ ...invoice, seller: DEFAULT_SELLER })?.label).toBe('No VAT: the seller is an example');
  expect(taxLine({ ...invoice, seller: { ...DEFAULT_SELLER, noTaxReason: 'small business' } })).toEqual({
    label: 'No VAT: small business',
    cents: 0,
  });
});
