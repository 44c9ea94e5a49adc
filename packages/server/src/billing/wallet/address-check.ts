import type { AddressFields } from '@atrium/contract/billing/address-fields';
import { ValidationError } from '@atrium/host/errors';
import { belgium, checkVAT, countries } from 'jsvat';
import { isCountry } from './countries.ts';

/** Numbers that begin with 1 have been given out since 2023. */
const BELGIUM: typeof belgium = {
  ...belgium,
  calcFn: (number) => 97 - (Number(number.slice(0, -2)) % 97) === Number(number.slice(-2)),
  rules: { ...belgium.rules, regex: [/^(BE)([01]?\d{9})$/] },
};

const RULES = countries.map((country) => (country.name === belgium.name ? BELGIUM : country));

/** Prefixes that are not the ISO code of the country. */
const PREFIXES: Partial<Record<string, string>> = { CH: 'CHE', GR: 'EL' };

/** Spellings other than the prefix and the number without spaces. */
const SPELLINGS: Partial<Record<string, [pattern: RegExp, spelling: string]>> = {
  AD: [/^AD(\w)(\d{6})(\w)$/, '$1-$2-$3'],
  BR: [/^BR(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, '$1.$2.$3/$4-$5'],
  CH: [/^CHE(\d{3})(\d{3})(\d{3})(\w*)$/, 'CHE-$1.$2.$3 $4'],
  RS: [/^RS/, ''],
  RU: [/^RU/, ''],
};

/**
 * Returns the address with its VAT number as its country writes it. Throws ValidationError for a country that does not
 * exist, and for a VAT number that is another country's or whose check digits are wrong. A number of an unknown form stays
 * as it is, because countries start new series: see `isVatUnusual`. `within` leads to the address where it is part of
 * something else.
 */
export function checkAddress(address: AddressFields, within: '' | 'address.' = ''): AddressFields {
  const { addressCountry, companyVat } = address;
  const refuse = (field: keyof AddressFields, defaultMessage: string): never => {
    throw new ValidationError('Some values are not valid.', [{ field: `${within}${field}`, defaultMessage }]);
  };
  if (!isCountry(addressCountry)) refuse('addressCountry', 'There is no such country.');
  if (companyVat === '') return address;
  const read = readVat(address);
  if (read.state === 'wrong') refuse('companyVat', 'This is not a valid VAT number of the country.');
  return { ...address, companyVat: read.spelled };
}

/** Whether a VAT number has none of the forms that are known of its country. */
export function isVatUnusual(address: Pick<AddressFields, 'addressCountry' | 'companyVat'>): boolean {
  return address.companyVat !== '' && readVat(address).state === 'unusual';
}

type ReadVat = { state: 'right' | 'unusual' | 'wrong' | 'unchecked'; spelled: string };

function readVat({
  addressCountry,
  companyVat,
}: Pick<AddressFields, 'addressCountry' | 'companyVat'>): ReadVat {
  const rules = RULES.filter(({ codes }) => codes.includes(addressCountry));
  if (rules.length === 0) return { state: 'unchecked', spelled: companyVat };
  const prefix = PREFIXES[addressCountry] ?? addressCountry;
  const compact = companyVat.toUpperCase().replaceAll(/[\s./-]/g, '');
  const number = addressCountry === 'GR' ? compact.replace(/^GR/, prefix) : compact;
  // Northern Ireland has its own prefix, and the numbers of the United Kingdom.
  const isNorthern = number.startsWith('XI');
  const ruled = isNorthern ? number.replace('XI', 'GB') : number;
  const withPrefix = ruled.startsWith(prefix) ? ruled : prefix + ruled;
  const { isValid, isValidFormat } = checkVAT(withPrefix, rules);
  if (!isValid) {
    const isOfOther = /^[A-Z]{2}/.test(ruled) && checkVAT(ruled, RULES).isValid;
    return { state: isValidFormat || isOfOther ? 'wrong' : 'unusual', spelled: companyVat };
  }
  if (isNorthern) return { state: 'right', spelled: number };
  const [pattern, spelling] = SPELLINGS[addressCountry] ?? [/^/, ''];
  return { state: 'right', spelled: withPrefix.replace(pattern, spelling).trim() };
}
