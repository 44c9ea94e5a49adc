import { RevokedChanges } from '@atrium/contract/accounts/sign-in-report';
import { z } from 'zod';

/** The domain or address that caused a mail: mails of different requesters take turns. */
const requester = z.string().optional();

/**
 * The address at the time of the event, which receives the notice: a thief who changes the address while a mail server
 * is down doesn't get it instead. Set when the notice is queued.
 */
const email = z.string();

/** Change of a user's second factors. */
const FactorChange = z.enum(['added', 'removed', 'new-codes', 'code-used', 'reset']);
export type FactorChange = z.infer<typeof FactorChange>;

/** A mail of this area, as its job stores it. Without tokens: they are made when the mail is written. */
export const AccountMailRequest = z.discriminatedUnion('kind', [
  /**
   * After registering: the link that confirms, or, where the address has an owner, a word to the owner. Also after the
   * provider of a domain has stated the address of someone.
   */
  z.object({ kind: z.literal('registered'), userId: z.string(), requester }),
  /** The same again, for a name typed on the sign-in page. */
  z.object({ kind: z.literal('confirmation-again'), name: z.string(), requester }),
  z.object({
    kind: z.literal('forgotten'),
    email: z.string(),
    /** Set after a report of a sign-in. */
    report: RevokedChanges.optional(),
    requester,
  }),
  z.object({ kind: z.literal('invited'), userId: z.string(), requester }),
  z.object({
    kind: z.literal('change-email'),
    userId: z.string(),
    email: z.string(),
    /** The session that asked for the change; none with an access key. */
    sessionId: z.string().optional(),
    requester,
  }),
  z.object({ kind: z.literal('email-changed'), userId: z.string(), oldEmail: z.string(), requester }),
  z.object({ kind: z.literal('password-changed'), userId: z.string(), email, requester }),
  z.object({ kind: z.literal('new-device'), userId: z.string(), email, sessionId: z.string(), requester }),
  /** To those whose account is closed: no account is found for them any more. */
  z.object({
    kind: z.literal('account-closed'),
    to: z.string(),
    account: z.object({ username: z.string(), firstName: z.string(), lastName: z.string() }),
    by: z.enum(['owner', 'self']),
    domain: z.string(),
    /** For the owner: unpaid amounts, and the last day on which the account can be reopened. */
    closing: z.object({ owed: z.array(z.string()), contentEndsOn: z.string() }).optional(),
    requester,
  }),
  z.object({
    kind: z.literal('identity'),
    userId: z.string(),
    email,
    change: z.enum(['connected', 'disconnected']),
    /** The name of the identity provider. */
    provider: z.string(),
    requester,
  }),
  z.object({ kind: z.literal('second-factor'), userId: z.string(), email, change: FactorChange, requester }),
]);
export type AccountMailRequest = z.infer<typeof AccountMailRequest>;
