import { type AddressPolicy, createAddressGuard } from '@atrium/host/outbound/address-guard';
import { createGuardedRequest } from '@atrium/host/outbound/guarded-request';
import { OutboundError, type OutboundFailure } from '@atrium/host/outbound/outbound-error';

/** The HTTP request of one try, sent as POST. */
export interface OutboundMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Receivers should store a message and respond; processing comes later. */
const TIMEOUT_MS = 10_000;

/** The outcome of one try. `error` is null if the message arrived, and reveals no response body and no internal names. */
export interface SendResult {
  statusCode: number | null;
  error: string | null;
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

export type SendMessage = (message: OutboundMessage) => Promise<SendResult>;

/** Sends messages once each, to addresses that `policy` allows. */
export function createMessageSender(policy: AddressPolicy, timeoutMs = TIMEOUT_MS): SendMessage {
  const request = createGuardedRequest(createAddressGuard(policy), { maxBytes: 0, timeoutMs });
  return async ({ url, headers, body }) => {
    try {
      const { status } = await request(url, { method: 'POST', headers, body });
      return { statusCode: status, error: errorOf(status) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { statusCode: null, error: SENTENCES[error.failure] ?? UNREACHABLE };
    }
  };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver redirected (${status}), and redirects are not followed.`;
  return `The receiver answered with status ${status}.`;
}
