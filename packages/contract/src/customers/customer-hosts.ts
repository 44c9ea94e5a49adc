import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(String.raw`^(?:${LABEL}\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`);

/** A name as requests have it: in small letters and ASCII, without the dot that may end it. */
function toRequested(typed: string): string {
  const text = typed.trim().replace(/\.$/, '');
  return /^[^\s/:@?#\\%]+$/.test(text) ? (URL.parse(`https://${text}`)?.hostname ?? text) : text;
}

const HostName = z
  .string('Please enter a host name.')
  .max(300, { error: 'This host name is too long.', abort: true })
  .transform(toRequested)
  .pipe(
    z
      .string()
      .max(253, { error: 'This host name is too long.', abort: true })
      .regex(HOST_NAME, 'Enter the name of a host, such as shop.example, without https:// and path.'),
  );

export const TypedHost = z.object({ hostName: HostName });

/** A host name at which functions of a customer are called, besides the address that every domain has. */
export const CustomerHost = z.object({
  hostName: z.string(),
  /** Without a slash at its end; null where the operator has set up no address for functions. */
  address: z.string().nullable(),
  createdOn: z.iso.datetime(),
});
export type CustomerHost = z.infer<typeof CustomerHost>;

const tag = 'customers';

export const listCustomerHosts = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}/hosts',
  access: 'ADMIN_ONLY',
  tag,
  summary: "List the host names at which a customer's functions are called",
  params: IdParams,
  response: z.array(CustomerHost),
  errors: ['notFound'],
});

export const addCustomerHost = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers/{id}/hosts',
  access: 'ADMIN_ONLY',
  tag,
  summary: "Assign a host name to a customer's functions",
  needsConfirmation: true,
  params: IdParams,
  body: TypedHost,
  response: CustomerHost,
  errors: ['notFound', 'conflict', 'unprocessable'],
});

export const removeCustomerHost = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/customers/{id}/hosts/{hostName}',
  access: 'ADMIN_ONLY',
  tag,
  summary: "Take a host name from a customer's functions: nothing answers at it any more",
  needsConfirmation: true,
  params: IdParams.extend({ hostName: z.string().max(253) }),
  errors: ['notFound'],
});
