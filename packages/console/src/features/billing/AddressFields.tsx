import type { SaveAddress } from '@atrium/contract/billing/address';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { z } from 'zod';
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

interface AddressFieldsProps {
  register: UseFormRegister<AddressValues>;
  errors: FieldErrors<AddressValues>;
}

/** Company, VAT, country, city, ZIP and address. */
export function AddressFields({ register, errors }: AddressFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Company name"
        autoComplete="organization"
        error={errors.companyName?.message}
        {...register('companyName')}
      />
      <TextField label="Company VAT" error={errors.companyVat?.message} {...register('companyVat')} />
      <Select
        label="Country"
        autoComplete="country"
        required
        placeholder="Choose a country"
        options={countryOptions}
        error={errors.addressCountry?.message}
        {...register('addressCountry')}
      />
      <TextField
        label="City"
        autoComplete="address-level2"
        required
        error={errors.addressCity?.message}
        {...register('addressCity')}
      />
      <TextField
        label="ZIP"
        autoComplete="postal-code"
        required
        error={errors.addressZip?.message}
        {...register('addressZip')}
      />
      <TextField
        label="Address"
        autoComplete="address-line1"
        required
        error={errors.addressLine1?.message}
        {...register('addressLine1')}
      />
    </div>
  );
}
