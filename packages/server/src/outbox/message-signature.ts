import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

interface SignedMessage {
  /** The same at each try. */
  id: string;
  secret: string;
  body: string;
}

/** Returns the headers of the Standard Webhooks specification: an HMAC-SHA256 of id, time and body. */
export function signHeaders({ id, secret, body }: SignedMessage, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Encodes a secret as libraries of Standard Webhooks expect it. */
export function toWebhookSecret(bytes: Buffer): string {
  return `${SECRET_PREFIX}${bytes.toString('base64')}`;
}
