import type { SaveAddress } from '@atrium/contract/billing/address';
import { checkVAT, countries } from 'jsvat';
import type { z } from 'zod';
import { ValidationError } from '../http/errors.ts';
import { isCountry } from './countries.ts';

/** Countries write their VAT prefix as their ISO code, but for Greece. */
const VAT_PREFIX: Record<string, string> = { GR: 'EL' };

/**
 * Throws ValidationError for a country that does not exist, and for a VAT number that cannot be one of its country.
 * VAT numbers of countries that the library does not know are not checked.
 */
export function checkAddress({ companyVat, addressCountry }: z.output<typeof SaveAddress>): void {
  if (!isCountry(addressCountry)) refuse('addressCountry', 'There is no such country.');
  if (companyVat === '') return;
  const prefix = VAT_PREFIX[addressCountry] ?? addressCountry;
  const rules = countries.filter(({ codes }) => codes.includes(addressCountry) || codes.includes(prefix));
  if (rules.length === 0) return;
  const number = companyVat.toUpperCase().replaceAll(/[\s.-]/g, '');
  const withPrefix = number.startsWith(prefix) ? number : prefix + number;
  if (!checkVAT(withPrefix, rules).isValid) {
    refuse('companyVat', 'This is not a valid VAT number of the country.');
  }
}

function refuse(field: keyof z.output<typeof SaveAddress>, defaultMessage: string): never {
  throw new ValidationError('Some values are not valid.', [{ field, defaultMessage }]);
}
