import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The public halves of the keys that sign the platform's tokens, as a JSON Web Key Set (RFC 7517). */
export const getPublicKeys = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/public/jwks',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'List the public keys that verify tokens signed by the platform',
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
        crv: z.string(),
        x: z.string(),
      }),
    ),
  }),
});
