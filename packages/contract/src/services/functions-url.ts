import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const getFunctionsUrl = defineEndpoint({
  method: 'GET',
  path: '/console/v1/functions-url',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isTogether: true,
  tag: 'services',
  summary: 'Get the address below which the functions of the domain are called',
  response: z.object({
    /** Without a slash at the end; null where the operator has set up none. */
    url: z.string().nullable(),
  }),
});
