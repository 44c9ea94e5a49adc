import { type AddressPolicy, createAddressGuard } from '@atrium/host/outbound/address-guard';
import { createGuardedRequest } from '@atrium/host/outbound/guarded-request';
import { OutboundError, type OutboundFailure } from '@atrium/host/outbound/outbound-error';
import type { CustomFetch } from 'openid-client';
import { IdentityError, UNREACHABLE } from './identity-error.ts';

/** Far more than a provider's keys and claims need. */
const MAX_BYTES = 1024 * 1024;
/** For one request. */
const TIMEOUT_MS = 10_000;

const NOT_ALLOWED = 'The provider is at an address that is not allowed on this installation.';
const NOT_IN_TIME = 'The provider did not respond in time. Please try again in a moment.';
const NO_HTTPS = 'The provider has to be reached by https.';

const SENTENCES: Partial<Record<OutboundFailure, string>> = {
  ADDRESS_NOT_ALLOWED: NOT_ALLOWED,
  HOST_NOT_ALLOWED: NOT_ALLOWED,
  PORT_NOT_ALLOWED: NOT_ALLOWED,
  PROTOCOL_NOT_ALLOWED: NO_HTTPS,
  NOT_ENCRYPTED: NO_HTTPS,
  TIMEOUT: NOT_IN_TIME,
  TOO_LARGE: 'The provider sent more than 1 MB.',
};

/** The HTTP client for identity providers. */
export function createGuardedFetch(policy: AddressPolicy): CustomFetch {
  const request = createGuardedRequest(createAddressGuard(policy), {
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  return async (address, { method, headers, body, signal }) => {
    try {
      return await request(address, { method, headers, body: textOf(body), signal });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new IdentityError(SENTENCES[error.failure] ?? UNREACHABLE, { cause: error });
    }
  };
}

function textOf(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('requests to a provider have text as their body');
}
