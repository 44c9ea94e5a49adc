import type { AppError } from '@atrium/host/errors';
import { expect, test } from 'vitest';
import { checkAddress } from './address-check.ts';

const address = {
  addressCity: 'City',
  addressLine1: 'Street 1',
  addressLine2: '',
  addressZip: '1',
  companyName: '',
};

function refusedField(addressCountry: string, companyVat: string): string | undefined {
  try {
    checkAddress({ ...address, addressCountry, companyVat });
    return undefined;
  } catch (error) {
    return (error as AppError).fields?.[0]?.field;
  }
}

test.each([
  ['AT', ''],
  ['AT', 'ATU37675002'],
  ['AT', 'u 37675002'],
  ['DE', 'DE 136.695.976'],
  ['GR', 'EL 094259216'],
  ['GR', '094259216'],
  ['GR', 'GR094259216'],
  ['GB', 'GB 434 0314 94'],
  ['GB', 'XI434031494'],
  ['GB', 'xi 434 0314 94'],
  // No rule is known for these: what the customer entered is accepted.
  ['US', 'anything'],
  ['JP', ''],
])('%s with VAT "%s" is taken', (country, vat) => {
  expect(refusedField(country, vat)).toBeUndefined();
});

test.each([
  ['AT', 'ATU37675003', 'companyVat'],
  ['AT', 'DE136695976', 'companyVat'],
  ['DE', '1', 'companyVat'],
  ['GR', 'GR094259217', 'companyVat'],
  ['GB', 'XI434031495', 'companyVat'],
  ['IE', 'XI434031494', 'companyVat'],
  ['ZZ', '', 'addressCountry'],
  ['XX', 'ATU37675002', 'addressCountry'],
])('%s with VAT "%s" is refused for its %s', (country, vat, field) => {
  expect(refusedField(country, vat)).toBe(field);
});

test.each([
  ['GR', 'GR 094259216', 'EL 094259216'],
  ['GR', '094259216', '094259216'],
  ['GB', 'XI434031494', 'XI434031494'],
])('%s writes VAT "%s" as "%s"', (addressCountry, companyVat, written) => {
  expect(checkAddress({ ...address, addressCountry, companyVat }).companyVat).toBe(written);
});
