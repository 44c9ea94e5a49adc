import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { ConnectionTest } from './connections.ts';

const common = {
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag: 'configuration',
  params: IdParams,
} as const;

/** The key in use stays. One that waits already stays, too. */
export const startKeyRenewal = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/console/v1/git/connections/{id}/next-key',
  isLasting: true,
  summary: 'Make a new deploy key for a connected repository, beside the one in use',
  errors: ['notFound', 'unprocessable'],
});

/** Changes nothing. */
export const testNextKey = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/console/v1/git/connections/{id}/next-key/test',
  summary: 'Find out what the new deploy key of a connected repository may be used for',
  response: ConnectionTest,
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 60,
});

/** Tests the new key once more; refused unless it may read the repository. Deletes the key that was in use. */
export const finishKeyRenewal = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/console/v1/git/connections/{id}/next-key/use',
  isLasting: true,
  summary: 'Use the new deploy key of a connected repository in place of the one in use',
  /** The public half that the caller has seen, as `nextPublicKey` of the connection. */
  body: z.object({ publicKey: z.string().min(1).max(1000) }),
  errors: ['notFound', 'unprocessable', 'conflict'],
  callsPerMinute: 60,
});

export const discardNextKey = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/console/v1/git/connections/{id}/next-key',
  summary: 'Discard the new deploy key of a connected repository',
  errors: ['notFound'],
});
