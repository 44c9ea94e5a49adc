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

/** What was done about a reported sign-in, beyond what every report does. */
export const RevokedChanges = z.object({
  /** Names of identity providers that the account had set up for its domain since, and that were removed. */
  removedProviders: z.array(z.string()),
  /** Usernames of those whom it had invited since, and who had not accepted. */
  removedInvitations: z.array(z.string()),
  /** Usernames of those who came by such an invitation or provider: they have no roles now. */
  suspendedUsers: z.array(z.string()),
  /** What else it changed in its domain since that lets others in or lets them do more, in the words of the log. */
  otherChanges: z.array(z.string()),
  /** How many more of these there are than fit; the log has them all. */
  leftOutChanges: z.int().positive().optional(),
  /** The name of the identity provider that the sign-in was made with: the account there may be open to others, too. */
  via: z.string().optional(),
});
export type RevokedChanges = z.infer<typeof RevokedChanges>;

export const ReportedSignIn = RevokedChanges.extend({
  /**
   * How the person comes back: by the link in a mail; with the identity provider of their domain, where they have no
   * password; or with the help of an administrator, where another account has their address by now.
   */
  wayBack: z.enum(['link', 'provider', 'administrator']),
});
export type ReportedSignIn = z.infer<typeof ReportedSignIn>;

/** What its person has to see to themselves where a reported sign-in was made with an identity provider. */
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
