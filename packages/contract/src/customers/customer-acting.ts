import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { Reason } from './customer-help.ts';

/** An administrator acts as someone for so long at most. */
export const ACTING_SECONDS = 3_600;

export const ActAsCustomer = z.object({ userId: z.uuid(), reason: Reason });

const tag = 'customers';

export const actAsCustomer = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers/{id}/act-as',
  access: 'ADMIN_ONLY',
  tag,
  summary:
    'Act as one of the people of a customer for up to an hour: the refresh cookie continues a session as them, and the own one waits',
  needsConfirmation: true,
  isResponseNeeded: true,
  params: IdParams,
  body: ActAsCustomer,
  errors: ['notFound', 'unprocessable'],
});

export const stopActing = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/session/stop-acting',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag,
  summary: 'End the session as another person; the refresh cookie continues the own one, if it was waiting',
  errors: ['unprocessable'],
});
