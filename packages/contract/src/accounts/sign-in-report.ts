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
    'Report that someone else signed in: ends that session and what it opened, removes second factors and access keys added since, invalidates the password, and sends a link to choose a new one',
  body: WithToken,
  errors: ['unprocessable'],
});
