import type { SaveAddress } from '@atrium/contract/billing/address-fields';
import { needsZip } from '@atrium/contract/billing/zip';
import type { z } from 'zod';
import type { FormField } from '../../api/use-endpoint-form.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { countryOptions } from './countries.ts';

export type AddressValues = z.input<typeof SaveAddress>;

export const emptyAddress: AddressValues = {
  companyName: '',
  companyVat: '',
  addressCountry: '',
  addressCity: '',
  addressZip: '',
  addressLine1: '',
  addressLine2: '',
};

/** Warning about a VAT number of an unknown format. */
export const vatDoubt = (number: string) =>
  `${number} does not look like a VAT number of its country. Please check it.`;

interface AddressFieldsProps {
  field: (name: keyof AddressValues) => FormField;
  /** The chosen one: some have no ZIP codes. */
  country: string;
}

/** Company, VAT, country, city, ZIP and address. */
export function AddressFields({ field, country }: AddressFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Company name" autoComplete="organization" {...field('companyName')} />
      <TextField label="Company VAT" {...field('companyVat')} />
      <Select
        label="Country"
        autoComplete="country"
        required
        placeholder="Choose a country"
        options={countryOptions}
        {...field('addressCountry')}
      />
      <TextField label="City" autoComplete="address-level2" required {...field('addressCity')} />
      <TextField
        label="ZIP"
        autoComplete="postal-code"
        required={needsZip(country)}
        {...field('addressZip')}
      />
      <TextField label="Address" autoComplete="address-line1" required {...field('addressLine1')} />
    </div>
  );
}
