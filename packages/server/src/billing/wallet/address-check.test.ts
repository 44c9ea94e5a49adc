import type { AppError } from '@atrium/host/errors';
import { expect, test } from 'vitest';
import { checkAddress, isVatUnusual } from './address-check.ts';

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
  // Given out since 2023.
  ['BE', 'BE1000003682'],
  ['BE', 'BE 1001.686.633'],
  ['BE', '1000003682'],
  ['BE', 'BE0403170701'],
  // A form that no rule knows may be a new series.
  ['DE', '1'],
  // No rule is known for these: what the customer entered is accepted.
  ['US', 'anything'],
  ['JP', ''],
])('%s with VAT "%s" is taken', (country, vat) => {
  expect(refusedField(country, vat)).toBeUndefined();
});

test.each([
  ['AT', 'ATU37675003', 'companyVat'],
  ['AT', 'DE136695976', 'companyVat'],
  ['BE', 'BE1000003683', 'companyVat'],
  ['GR', 'GR094259217', 'companyVat'],
  ['GB', 'XI434031495', 'companyVat'],
  ['IE', 'XI434031494', 'companyVat'],
  ['ZZ', '', 'addressCountry'],
  ['XX', 'ATU37675002', 'addressCountry'],
])('%s with VAT "%s" is refused for its %s', (country, vat, field) => {
  expect(refusedField(country, vat)).toBe(field);
});

test.each([
  ['GR', 'GR 094259216', 'EL094259216'],
  ['GR', '094259216', 'EL094259216'],
  ['GB', 'xi 434 0314 94', 'XI434031494'],
  ['GB', '434 0314 94', 'GB434031494'],
  ['DE', 'de136695976', 'DE136695976'],
  ['AT', 'u 37675002', 'ATU37675002'],
  ['BE', '1000.003.682', 'BE1000003682'],
  ['CH', 'che-116.281.710 mwst', 'CHE-116.281.710 MWST'],
  ['CH', 'CHE116281710', 'CHE-116.281.710'],
  ['BR', '11222333000181', '11.222.333/0001-81'],
  ['RU', '7707083893', '7707083893'],
  ['DE', '1', '1'],
  ['US', 'any Thing', 'any Thing'],
])('%s writes VAT "%s" as "%s"', (addressCountry, companyVat, written) => {
  const saved = checkAddress({ ...address, addressCountry, companyVat });
  expect(saved.companyVat).toBe(written);
  // Saved once more it stays.
  expect(checkAddress(saved)).toEqual(saved);
});

test.each([
  ['DE', '1', true],
  ['BE', 'BE2000003682', true],
  ['BE', 'BE1000003682', false],
  ['US', 'anything', false],
  ['DE', '', false],
])('of %s, VAT "%s" is unusual: %s', (addressCountry, companyVat, isUnusual) => {
  expect(isVatUnusual({ addressCountry, companyVat })).toBe(isUnusual);
});
