import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const required = (label: string) =>
  z
    .string(`Please provide ${label}.`)
    .trim()
    .min(1, `Please provide ${label}.`)
    .max(200, 'At most 200 characters.');
const optional = z.string().trim().max(200, 'At most 200 characters.').default('');

/** ISO 3166-1 alpha-2 country, and the lines of a postal address. */
export const SaveAddress = z.object({
  addressCountry: z.string('Please provide country.').regex(/^[A-Z]{2}$/, 'Please provide country.'),
  addressCity: required('city'),
  addressLine1: required('address'),
  addressLine2: optional,
  addressZip: required('ZIP'),
  companyName: optional,
  companyVat: optional,
});

export const Address = z.object({
  id: z.uuid(),
  addressCountry: z.string(),
  addressCity: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressZip: z.string(),
  companyName: z.string(),
  companyVat: z.string(),
  defaultAddress: z.boolean(),
});
export type Address = z.infer<typeof Address>;

const AddressId = z.object({ id: z.uuid() });
const tag = 'billing';

export const createAddress = defineEndpoint({
  method: 'POST',
  path: '/console/v1/address/create',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Adds a billing address. Accepts Idempotency-Key',
  body: SaveAddress,
  response: Address,
  errors: ['conflict', 'unprocessable'],
});

export const updateAddress = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/address/{id}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Changes a billing address; invoices keep the one they were made with',
  params: AddressId,
  body: SaveAddress,
  response: Address,
  errors: ['notFound', 'unprocessable'],
});

export const listAddresses = defineEndpoint({
  method: 'GET',
  path: '/console/v1/address/list',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Billing addresses, oldest first',
  response: z.array(Address),
});

export const makeAddressDefault = defineEndpoint({
  method: 'POST',
  path: '/console/v1/address/default/{id}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Makes an address the one that invoices are made out to',
  params: AddressId,
  errors: ['notFound'],
});

export const deleteAddress = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/address/{id}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Removes an address; the default one only when it is the last and nothing is unpaid',
  params: AddressId,
  errors: ['notFound', 'unprocessable'],
});
