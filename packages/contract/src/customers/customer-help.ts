import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { Customer } from './customer.ts';

const REASON_MAX_LENGTH = 500;

/** For the log, and for the next administrator. */
export const Reason = z
  .string('Please enter a reason.')
  .trim()
  .min(1, 'Please enter a reason.')
  .max(REASON_MAX_LENGTH, 'This reason is too long.');

export const LockReason = z.object({ reason: Reason });

const tag = 'customers';

export const lockCustomer = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers/{id}/lock',
  access: 'ADMIN_ONLY',
  tag,
  summary: 'Lock a customer: end all sessions, and refuse sign-ins and access keys until it is unlocked',
  needsConfirmation: true,
  params: IdParams,
  body: LockReason,
  response: Customer,
  errors: ['notFound', 'unprocessable'],
});

export const unlockCustomer = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers/{id}/unlock',
  access: 'ADMIN_ONLY',
  tag,
  summary: 'Unlock a customer',
  needsConfirmation: true,
  params: IdParams,
  response: Customer,
  errors: ['notFound'],
});

export const endCustomerSessions = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers/{id}/end-sessions',
  access: 'ADMIN_ONLY',
  tag,
  summary: "End all open sessions of a customer's people, or one of them",
  needsConfirmation: true,
  params: IdParams,
  body: z.object({ sessionId: z.uuid().optional() }),
  response: z.object({ ended: z.int() }),
  errors: ['notFound'],
});

export const sendCustomerReset = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers/{id}/send-reset',
  access: 'ADMIN_ONLY',
  tag,
  summary: 'Send one of the people of a customer the e-mail with which they choose a new password',
  needsConfirmation: true,
  params: IdParams,
  body: z.object({ userId: z.uuid() }),
  errors: ['notFound', 'unprocessable'],
});
