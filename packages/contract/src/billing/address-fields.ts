import { z } from 'zod';
import { needsZip } from './zip.ts';

const required = (label: string) =>
  z
    .string(`Please enter ${label}.`)
    .trim()
    .min(1, `Please enter ${label}.`)
    .max(200, 'Use at most 200 characters.');

const optional = z.string().trim().max(200, 'Use at most 200 characters.').default('');

/** ISO 3166-1 alpha-2 country, and the lines of a postal address. */
export const SaveAddress = z
  .object({
    addressCountry: z.string('Please choose a country.').regex(/^[A-Z]{2}$/, 'Please choose a country.'),
    addressCity: required('a city'),
    addressLine1: required('an address'),
    addressLine2: optional,
    /** Empty only in countries without postal codes. */
    addressZip: optional,
    companyName: optional,
    companyVat: optional,
  })
  .refine(({ addressCountry, addressZip }) => addressZip !== '' || !needsZip(addressCountry), {
    path: ['addressZip'],
    error: 'Please enter a ZIP code.',
    // Reported together with the errors of other fields.
    when: ({ value, issues }) =>
      typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === 'addressZip'),
  });

/** An address as it was saved. */
export const AddressFields = z.object({
  addressCountry: z.string(),
  addressCity: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressZip: z.string(),
  companyName: z.string(),
  companyVat: z.string(),
});

export type AddressFields = z.infer<typeof AddressFields>;

export const Address = z.object({
  id: z.uuid(),
  ...AddressFields.shape,
  defaultAddress: z.boolean(),
  /** The VAT number has none of the forms that are known of its country: it was saved, and should be looked at. */
  isVatUnusual: z.boolean().optional(),
});

export type Address = z.infer<typeof Address>;
