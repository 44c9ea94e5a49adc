import type { RefusalReason } from '@atrium/contract/service-api/functions/refused-requests';
import type { DeclaredAddress } from './address-values.ts';

interface RefusalText {
  /** Why requests were refused, without a final period. */
  reason: string;
  remedy: string;
}

/** Reason of refused requests to an address, and the next step. */
export function refusalText(
  reason: RefusalReason,
  { methods, access, verify }: DeclaredAddress,
): RefusalText {
  const secret = String(verify?.['secret'] ?? '');
  switch (reason) {
    case 'METHOD':
      return {
        reason: `Another method than ${methods.join(' or ')}`,
        remedy: 'Change the method at the sender, or add it with Edit address.',
      };
    case 'CREDENTIALS':
      return credentialsText(access);
    case 'PERMISSION':
      return {
        reason: 'The caller may not call functions',
        remedy: 'Give the key, or a role of the person, the permission Call functions.',
      };
    case 'SIGNATURE_MISSING':
      return {
        reason: 'No signature, or one of another scheme',
        remedy: 'Choose the scheme of the sender with Edit address, and turn on signatures at the sender.',
      };
    case 'SIGNATURE_INVALID':
      return {
        reason: "The signature doesn't match",
        remedy: `Set the secret ${secret} to the signing secret that the sender shows for this address. Proxies must not change the body.`,
      };
    case 'SIGNATURE_OLD':
      return {
        reason: 'The signature is older than five minutes',
        remedy:
          'Check the clock of the sender, and whether a proxy or a queue delays its requests. A repeated request needs a new signature.',
      };
    case 'REPEATED':
      return {
        reason: 'An identical signed request came before',
        remedy:
          'Nothing is lost if the sender repeats its requests. Otherwise have the sender add an id or a time to the body: an identical one is accepted once a day.',
      };
    case 'SECRET_UNSET':
      return { reason: `The secret ${secret} isn't set`, remedy: 'Set it under Secrets & variables.' };
    case 'TOO_LARGE':
      return {
        reason: 'The body is larger than 6 MiB',
        remedy: 'Have the sender send less at once, or a link from which the function fetches the rest.',
      };
    case 'RATE_LIMIT':
      return {
        reason: 'Too many requests at once',
        remedy:
          'Senders that try again later get through. An administrator can raise the limits of the domain.',
      };
    case 'DAY_LIMIT':
      return {
        reason: 'A daily limit of the domain was used up',
        remedy:
          'Calls are counted anew each day at midnight UTC. Budgets and limits shows how much is used. An administrator can raise a limit.',
      };
    case 'STOPPED':
      return {
        reason: 'A cap on costs stopped the function',
        remedy: 'Anyone who can pay bills can raise or remove the cap under Budgets and limits.',
      };
    case 'UNAVAILABLE':
      return {
        reason: "Atrium couldn't run the function",
        remedy: 'Senders that try again get through. If requests are still refused, tell the operator.',
      };
  }
}

function credentialsText(access: string): RefusalText {
  switch (access) {
    case 'key':
      return {
        reason: 'No valid access key',
        remedy:
          'Have the sender send a key of this domain as “Authorization: Bearer …” or “X-Api-Key”. Revoked and expired keys are refused.',
      };
    case 'user':
      return {
        reason: 'No valid access token of a person',
        remedy: 'Have the caller sign in again and send the access token as “Authorization: Bearer …”.',
      };
    default:
      return {
        reason: 'An access key that is no longer valid',
        remedy: 'Renew the key at the sender, or remove it: anyone may call this address.',
      };
  }
}
