import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The content of a closed domain is kept for so long, for the operator to reopen it. Longer than any month. */
export const CLOSING_GRACE_DAYS = 45;

/** Objects that end when the caller closes their account. */
export const AccountClosing = z.object({
  username: z.string(),
  domain: z.string(),
  /** The owner closes the whole domain; a child user only leaves it. */
  isOwner: z.boolean(),
  /** Usernames of other people who can no longer sign in. */
  childUsers: z.array(z.string()),
  /** Null while the services cannot say. */
  files: z.int().nullable(),
  entries: z.int().nullable(),
  /** Usage of this month so far, and of months that have ended without an invoice yet; billed after the month has ended. */
  runningUsageCents: z.int(),
  /** Remaining credit, which the invoice uses first; the rest is forfeited. */
  creditCents: z.int(),
  unpaidInvoices: z.array(z.object({ invoiceId: z.string(), amount: z.int(), currency: z.string() })),
  /** The last four digits of each. */
  cards: z.array(z.string()),
  /** Invoices are charged to a card as they are issued; none is any more, nor tried again. */
  isPaidAutomatically: z.boolean().default(false),
});
export type AccountClosing = z.infer<typeof AccountClosing>;

export const getAccountClosing = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/user/closing',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary: 'Get what ends when the signed-in user closes their account',
  response: AccountClosing,
});

/** The username, typed again. */
export const CloseAccount = z.object({ username: z.string().trim().min(1, 'Please enter your username.') });

export const closeAccount = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/user/close',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'accounts',
  summary:
    'Close the account of the signed-in user: an owner closes the domain, whose content is deleted later; a child user leaves it',
  needsConfirmation: true,
  body: CloseAccount,
  errors: ['unprocessable'],
});
