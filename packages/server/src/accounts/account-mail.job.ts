import { RevokedChanges } from '@atrium/contract/accounts/sign-in-report';
import { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';
import { FailedPayment, InvoiceNews } from './invoice-mail-request.ts';

/** Who caused a mail, a domain or an address: their mails take turns with those of others. */
const asker = z.string().optional();

/**
 * The address that an account had when a notice was asked for, which is where it goes: whoever changes the address while
 * a mail server is down does not get it instead. Jobs of the release before have none.
 */
const email = z.string().optional();

/** What happened to a user's second factors. */
const FactorChange = z.enum(['added', 'removed', 'new-codes', 'code-used', 'reset']);
export type FactorChange = z.infer<typeof FactorChange>;

/** A mail to write and send. It holds no token: tokens are made when the mail is, and only hashes are stored. */
export const MailRequest = z.discriminatedUnion('kind', [
  /**
   * After registering: the link that confirms, or, where the address has an owner, a word to the owner. Also after the
   * provider of a domain has stated the address of someone.
   */
  z.object({ kind: z.literal('registered'), userId: z.string(), asker }),
  /** The same again, for a name typed on the sign-in page. */
  z.object({ kind: z.literal('confirmation-again'), name: z.string(), asker }),
  z.object({
    kind: z.literal('forgotten'),
    email: z.string(),
    /** Set after a report of a sign-in. */
    report: RevokedChanges.optional(),
    asker,
  }),
  z.object({ kind: z.literal('invited'), userId: z.string(), asker }),
  z.object({
    kind: z.literal('change-email'),
    userId: z.string(),
    email: z.string(),
    /** In which it was asked for; jobs of the release before have none. */
    sessionId: z.string().optional(),
    asker,
  }),
  z.object({ kind: z.literal('email-changed'), userId: z.string(), oldEmail: z.string(), asker }),
  z.object({ kind: z.literal('password-changed'), userId: z.string(), email, asker }),
  z.object({ kind: z.literal('new-device'), userId: z.string(), email, sessionId: z.string(), asker }),
  /** To those whose account is closed: no account is found for them any more. */
  z.object({
    kind: z.literal('account-closed'),
    to: z.string(),
    account: z.object({ username: z.string(), firstName: z.string(), lastName: z.string() }),
    by: z.enum(['owner', 'self']),
    domain: z.string(),
    /** For the owner: what is still to be paid, and until when the account can be reopened. */
    closing: z.object({ owed: z.array(z.string()), contentEndsOn: z.string() }).optional(),
    asker,
  }),
  z.object({
    kind: z.literal('budget-reached'),
    userId: z.string(),
    /** `2026-11`, UTC. */
    month: z.string(),
    /** The amounts that it has reached, and what it has come to. */
    budgetsCents: z.array(z.int()),
    usageCents: z.int(),
    /** What is stopped at these amounts and those reached before; left out once the month has ended. */
    stops: z.array(BudgetStop).optional(),
    asker,
  }),
  /** A default card is in its last month. */
  z.object({
    kind: z.literal('card-expires'),
    userId: z.string(),
    last4: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    asker,
  }),
  InvoiceNews.extend({ asker }),
  FailedPayment.extend({ asker }),
  z.object({ kind: z.literal('own-key'), userId: z.string(), email, asker }),
  z.object({
    kind: z.literal('identity'),
    userId: z.string(),
    email,
    change: z.enum(['connected', 'disconnected']),
    /** The name of the identity provider. */
    provider: z.string(),
    asker,
  }),
  /** A run of all tests was the first that failed, or the first that passed again. */
  z.object({
    kind: z.literal('test-runs'),
    userId: z.string(),
    change: z.enum(['first-failure', 'recovery']),
    runId: z.string(),
    passed: z.int(),
    failed: z.int(),
    asker,
  }),
  z.object({ kind: z.literal('second-factor'), userId: z.string(), email, change: FactorChange, asker }),
]);
export type MailRequest = z.infer<typeof MailRequest>;

export const accountMailJob = defineJob({
  name: 'accounts.send-mail',
  payload: MailRequest,
  // With growing pauses: half a day, for a mail server that is down over night.
  retries: 12,
  retryDelaySeconds: 10,
  timeoutSeconds: 60,
  concurrency: 4,
  concurrencyOfOne: 2,
});
