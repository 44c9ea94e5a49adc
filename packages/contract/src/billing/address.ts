import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { Address, SaveAddress } from './address-fields.ts';

const tag = 'billing';

export const createAddress = defineEndpoint({
  method: 'POST',
  path: '/console/v1/address/create',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag,
  summary: 'Add a billing address',
  idempotent: true,
  body: SaveAddress,
  response: Address,
  errors: ['conflict', 'unprocessable'],
});

export const updateAddress = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/address/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag,
  summary: 'Change a billing address; issued invoices keep theirs',
  params: IdParams,
  body: SaveAddress,
  response: Address,
  errors: ['notFound', 'unprocessable'],
});

export const listAddresses = defineEndpoint({
  method: 'GET',
  path: '/console/v1/address/list',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  tag,
  summary: 'List billing addresses, oldest first',
  response: z.array(Address),
});

export const makeAddressDefault = defineEndpoint({
  method: 'POST',
  path: '/console/v1/address/default/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag,
  summary: 'Make an address the default for invoices',
  params: IdParams,
  errors: ['notFound'],
});

export const deleteAddress = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/address/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  tag,
  summary: 'Remove an address; the default only if it is the last one and nothing is unpaid',
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
});
