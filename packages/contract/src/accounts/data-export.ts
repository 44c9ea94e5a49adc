import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Downloads of one person in a day. */
export const EXPORTS_PER_DAY = 5;

export const exportPersonRecord = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/data',
  access: 'AUTHENTICATED',
  permission: 'none',
  isSlow: true,
  tag: 'accounts',
  summary: `Download everything that the platform holds about the signed-in person, as JSON; ${EXPORTS_PER_DAY} times a day`,
  needsConfirmation: true,
  response: z.unknown(),
  produces: 'application/json',
});
