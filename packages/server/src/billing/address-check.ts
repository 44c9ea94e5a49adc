import type { AddressFields } from '@atrium/contract/billing/address-fields';
import { ValidationError } from '@atrium/host/errors';
import { checkVAT, countries } from 'jsvat';
import { isCountry } from './countries.ts';

/**
 * Returns the address with its VAT number as its country writes it. Throws ValidationError for a country that does not
 * exist, and for a VAT number that cannot be one of its country. VAT numbers of countries that the library does not
 * know are not checked. `within` leads to the address where it is part of something else.
 */
export function checkAddress(address: AddressFields, within: '' | 'address.' = ''): AddressFields {
  const { addressCountry } = address;
  const refuse = (field: keyof AddressFields, defaultMessage: string): never => {
    throw new ValidationError('Some values are not valid.', [{ field: `${within}${field}`, defaultMessage }]);
  };
  if (!isCountry(addressCountry)) refuse('addressCountry', 'There is no such country.');
  if (address.companyVat === '') return address;
  // Countries write their VAT prefix as their ISO code, but for Greece.
  const isGreek = addressCountry === 'GR';
  const prefix = isGreek ? 'EL' : addressCountry;
  const rules = countries.filter(({ codes }) => codes.includes(addressCountry));
  if (rules.length === 0) return address;
  const companyVat = isGreek ? address.companyVat.replace(/^GR/i, prefix) : address.companyVat;
  const number = companyVat.toUpperCase().replaceAll(/[\s.-]/g, '');
  // Northern Ireland has its own prefix, and the numbers of the United Kingdom.
  const ruled = addressCountry === 'GB' ? number.replace(/^XI/, 'GB') : number;
  const withPrefix = ruled.startsWith(prefix) ? ruled : prefix + ruled;
  if (!checkVAT(withPrefix, rules).isValid) {
    refuse('companyVat', 'This is not a valid VAT number of the country.');
  }
  return { ...address, companyVat };
}
