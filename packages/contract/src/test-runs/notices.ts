import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { tag } from './test-runs.ts';

/** Most webhooks of one domain. */
export const MAX_WEBHOOKS = 3;

/** Kind of notice: a run of all tests failed after one that didn't, the reverse, or a test by a person. */
export const NoticeKind = z.enum(['first-failure', 'recovery', 'test']);
export type NoticeKind = z.infer<typeof NoticeKind>;

export const WebhookDelivery = z.object({
  /** The id of the message, which is the same at each try. */
  id: z.string(),
  kind: NoticeKind,
  runId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** WAITING: for its first try, or for the next one. */
  status: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
  tries: z.int(),
  lastTryAt: z.iso.datetime().nullable(),
  /** Latest response of the receiver. */
  statusCode: z.int().nullable(),
  /** Why the last try failed. */
  error: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  /** Username of the person who added it; empty if the account was deleted. */
  user: z.string(),
  /** Newest first. */
  deliveries: z.array(WebhookDelivery),
});
export type Webhook = z.infer<typeof Webhook>;

export const Notices = z.object({
  /** Whether the caller gets mail. */
  isMailed: z.boolean(),
  /** Usernames of all mail recipients. */
  mailed: z.array(z.string()),
  webhooks: z.array(Webhook),
});

export const getNotices = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/notices',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get who is told of the first failure and of recovery, and how the last deliveries went',
  response: Notices,
});

/** Everyone decides for themselves. */
export const setNoticeMail = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/notices/mail',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  isLasting: true,
  tag,
  summary: 'Get e-mail at the first failure and at recovery, or stop getting any',
  body: z.object({ isMailed: z.boolean() }),
});

export const AddWebhook = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https://.' })
    .max(500, { abort: true })
    .refine(
      (text) => !/^https?:\/\/[^/?#]*@/i.test(text),
      'The address must not contain a name or a password.',
    ),
});

export const addWebhook = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/webhooks',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  isLasting: true,
  isResponseNeeded: true,
  tag,
  // Not idempotent: a response that is kept for a repetition would keep the secret in clear.
  summary: 'Add a webhook for the first failure and for recovery; returns its secret, this once',
  body: AddWebhook,
  response: z.object({ id: z.string(), secret: z.string() }),
  errors: ['conflict', 'unprocessable'],
});

export const deleteWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/tests/webhooks/{id}',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Delete a webhook; what waits for it is no longer sent',
  params: IdParams,
  errors: ['notFound'],
});

export const tryWebhook = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/webhooks/{id}/try',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Send a webhook a message to try it',
  idempotent: true,
  params: IdParams,
  response: WebhookDelivery,
  errors: ['notFound', 'unprocessable'],
});
