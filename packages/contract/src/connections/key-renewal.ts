import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { ConnectionTest } from './connections.ts';

const tag = 'configuration';

/** The key in use stays. One that waits already stays, too. */
export const startKeyRenewal = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/git/connections/{id}/next-key',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag,
  summary: 'Make a new deploy key for a connected repository, beside the one in use',
  params: IdParams,
  errors: ['notFound', 'unprocessable'],
});

/** Changes nothing. */
export const testNextKey = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/next-key/test',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag,
  summary: 'Find out what the new deploy key of a connected repository may be used for',
  params: IdParams,
  response: ConnectionTest,
  errors: ['notFound', 'unprocessable'],
  callsPerMinute: 60,
});

/** Tests the new key once more; refused unless it may read the repository. Deletes the key that was in use. */
export const finishKeyRenewal = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/connections/{id}/next-key/use',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  isLasting: true,
  tag,
  summary: 'Use the new deploy key of a connected repository in place of the one in use',
  params: IdParams,
  /** The public half that the caller has seen, as `nextPublicKey` of the connection. */
  body: z.object({ publicKey: z.string().min(1).max(1000) }),
  errors: ['notFound', 'unprocessable', 'conflict'],
  callsPerMinute: 60,
});

export const discardNextKey = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/git/connections/{id}/next-key',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag,
  summary: 'Discard the new deploy key of a connected repository',
  params: IdParams,
  errors: ['notFound'],
});
