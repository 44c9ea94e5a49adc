import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { RequestEnvelope, ResponseEnvelope } from './http-envelope.ts';

const MIB = 1024 * 1024;

/** Largest body of a request to the address of a function. */
export const MAX_ADDRESS_BODY_BYTES = 6 * MIB;

/** Head of a request to an address, in the body of `answerAddress` before the bytes of the request's own body. */
export const AddressRequest = RequestEnvelope.omit({ body: true }).extend({
  /** Path as it was sent, without the query. */
  path: z.string(),
  /** The person whose key or access token came with the request; null for none that is valid. */
  person: z.object({ by: z.enum(['key', 'user']), token: z.string() }).nullable(),
});
export type AddressRequest = z.infer<typeof AddressRequest>;

/** Head of the response, before the bytes of its body. */
export const AddressResponse = ResponseEnvelope.omit({ body: true }).extend({
  /** No function of this service has the path. */
  isUnknown: z.boolean().optional(),
});
export type AddressResponse = z.infer<typeof AddressResponse>;

/**
 * A request to the address of a function (`http` in its metadata), made by the platform with a token of no person
 * (`NOBODY_ID`). Body and answer are a line of JSON (`AddressRequest`, `AddressResponse`) and the bytes of the HTTP body.
 */
export const answerAddress = defineEndpoint({
  method: 'POST',
  path: '/addresses',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isResponseNeeded: true,
  refusedByProxy: 'Addresses of functions are called at their own origin.',
  tag: 'functions',
  summary: 'Answer a request to the address of a function; metered',
  body: z.unknown(),
  response: z.unknown(),
  produces: 'application/octet-stream',
  errors: ['tooLarge'],
  maxBodyBytes: MAX_ADDRESS_BODY_BYTES + MIB,
});
