import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { OneTimeToken } from './fields.ts';

const WithToken = z.object({ token: OneTimeToken });

/** The sign-in that a mail told of. */
export const ReportableSignIn = z.object({
  username: z.string(),
  browser: z.string(),
  address: z.string(),
  signedInOn: z.iso.datetime(),
});
export type ReportableSignIn = z.infer<typeof ReportableSignIn>;

/** Actions taken for a reported sign-in, beyond those of every report. */
export const RevokedChanges = z.object({
  /** Names of identity providers that the account had set up for its domain since, and that were removed. */
  removedProviders: z.array(z.string()),
  /** Usernames of people with pending invitations that the session created. */
  removedInvitations: z.array(z.string()),
  /** Usernames of people who joined by such an invitation or provider. Their roles have been removed. */
  suspendedUsers: z.array(z.string()),
  /** Other changes in the domain since that grant access or permissions, in the words of the log. */
  otherChanges: z.array(z.string()),
  /** Number of further changes that don't fit. The log lists them all. */
  leftOutChanges: z.int().positive().optional(),
  /** The name of the identity provider that the sign-in was made with: the account there may be open to others, too. */
  via: z.string().optional(),
});
export type RevokedChanges = z.infer<typeof RevokedChanges>;

export const ReportedSignIn = RevokedChanges.extend({
  /**
   * Recovery for the person: the link in an e-mail; the identity provider of their domain, if they have no
   * password; or an administrator, if another account uses their address by now.
   */
  wayBack: z.enum(['link', 'provider', 'administrator']),
});
export type ReportedSignIn = z.infer<typeof ReportedSignIn>;

/** Follow-up actions of the person after a reported sign-in with an identity provider. */
export const usedProviderText = (via: string): string =>
  `The sign-in used ${via}, which may work again. Change your password there, and sign out your other devices.`;

export const getReportableSignIn = defineEndpoint({
  method: 'GET',
  path: '/auth/v1/sign-in-report',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Get the sign-in that an e-mail told of; changes nothing, because scanners of e-mails open links',
  query: WithToken,
  response: ReportableSignIn,
  errors: ['unprocessable'],
});

export const reportSignIn = defineEndpoint({
  method: 'POST',
  path: '/auth/v1/sign-in-report',
  access: 'PUBLIC',
  tag: 'accounts',
  summary:
    'Report that someone else signed in: ends that session and what it opened, removes second factors, access keys, identity providers and invitations added since, invalidates the password, and sends a link to choose a new one',
  body: WithToken,
  response: ReportedSignIn,
  errors: ['unprocessable'],
});
