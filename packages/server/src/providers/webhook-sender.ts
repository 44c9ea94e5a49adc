import { createHmac } from 'node:crypto';
import { type AddressPolicy, createAddressGuard } from '@atrium/host/outbound/address-guard';
import { createGuardedRequest } from '@atrium/host/outbound/guarded-request';
import { OutboundError, type OutboundFailure } from '@atrium/host/outbound/outbound-error';
import type { Clock } from '../clock.ts';

/** Receivers note what they get and answer; the work comes later. */
const TIMEOUT_MS = 10_000;
const SECRET_PREFIX = 'whsec_';

export interface WebhookMessage {
  /** The same at each try, so that a receiver knows what it has had. */
  id: string;
  url: string;
  secret: string;
  body: string;
}

/** Why a message did not arrive, in words that say nothing of what the receiver sent or of internal machines. */
export class WebhookError extends Error {
  readonly statusCode: number | null;

  constructor(message: string, statusCode: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}

const UNREACHABLE = 'The receiver cannot be reached.';

const NOT_ALLOWED = 'The receiver is at an address that is not allowed on this installation.';
const NO_HTTPS = 'The receiver has to be reached by https.';

const SENTENCES: Partial<Record<OutboundFailure, string>> = {
  ADDRESS_NOT_ALLOWED: NOT_ALLOWED,
  HOST_NOT_ALLOWED: NOT_ALLOWED,
  PORT_NOT_ALLOWED: NOT_ALLOWED,
  PROTOCOL_NOT_ALLOWED: NO_HTTPS,
  NOT_ENCRYPTED: NO_HTTPS,
  TIMEOUT: 'The receiver did not respond in time.',
};

/** Sends a message once and returns the status of the response; throws WebhookError if it did not arrive. */
export type SendWebhook = (message: WebhookMessage) => Promise<number>;

export interface WebhookSenderOptions extends AddressPolicy {
  clock: Clock;
  timeoutMs?: number;
}

export function createWebhookSender(options: WebhookSenderOptions): SendWebhook {
  const { clock, timeoutMs = TIMEOUT_MS } = options;
  const request = createGuardedRequest(createAddressGuard(options), { maxBytes: 0, timeoutMs });
  return async ({ id, url, secret, body }) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Atrium-Webhooks',
      ...signHeaders({ id, secret, body }, clock.now()),
    };
    const { status } = await request(url, { method: 'POST', headers, body }).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new WebhookError(SENTENCES[error.failure] ?? UNREACHABLE, null, { cause: error });
    });
    if (status >= 300 && status < 400)
      throw new WebhookError(`The receiver redirected (${status}), and redirects are not followed.`, status);
    if (status < 200 || status >= 300)
      throw new WebhookError(`The receiver answered with status ${status}.`, status);
    return status;
  };
}

/** As the Standard Webhooks specification has it: an HMAC-SHA256 of id, time and body. */
export function signHeaders(
  { id, secret, body }: Pick<WebhookMessage, 'id' | 'secret' | 'body'>,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** A secret in the form that libraries of Standard Webhooks take. */
export function toWebhookSecret(bytes: Buffer): string {
  return `${SECRET_PREFIX}${bytes.toString('base64')}`;
}
