import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const getFunctionsUrl = defineEndpoint({
  method: 'GET',
  path: '/console/v1/functions-url',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isTogether: true,
  tag: 'services',
  summary: 'Get the addresses below which the functions of the domain are called',
  response: z.object({
    /** Without a slash at the end; null where the operator has set up none. */
    url: z.string().nullable(),
    /** Addresses at host names of the domain's own; absent from a release without them. */
    own: z.array(z.string()).optional(),
  }),
});
