import type { CustomFetch } from 'openid-client';
import type { AddressGuard } from '../git/address-guard.ts';
import { createGuardedRequest, type Refusal } from '../guarded-request.ts';
import { IdentityError } from './identity-error.ts';

/** Far more than a provider's keys and claims need. */
const MAX_BYTES = 1024 * 1024;

const SENTENCES: Record<Refusal, string> = {
  plain: 'The provider has to be reached by https.',
  notAllowed: 'The provider is at an address that is not allowed on this installation.',
  unreachable: 'The provider cannot be reached. Please try again in a moment.',
  tooLong: 'The provider sent more than 1 MB.',
};

/** The only way to identity providers. */
export function createGuardedFetch(guard: AddressGuard): CustomFetch {
  const request = createGuardedRequest(guard, {
    maxBytes: MAX_BYTES,
    toError: (refusal, cause) => new IdentityError(SENTENCES[refusal], { cause }),
  });
  return (address, { method, headers, body, signal }) =>
    request(address, { method, headers, body: textOf(body), signal });
}

function textOf(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('requests to a provider have text as their body');
}
