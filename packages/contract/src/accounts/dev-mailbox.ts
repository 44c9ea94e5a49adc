import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** A mail that was kept instead of sent. */
export const DevelopmentMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Names of the attachments. */
  attachments: z.array(z.string()),
  at: z.iso.datetime(),
});
export type DevelopmentMail = z.infer<typeof DevelopmentMail>;

export const listDevelopmentMails = defineEndpoint({
  method: 'GET',
  path: '/console/v1/dev/mailbox',
  access: 'PUBLIC',
  tag: 'accounts',
  summary:
    'List the e-mails kept while SMTP_URL is unset, newest first; for administrators, and for anyone on the loopback interface while HOST is a loopback address',
  response: z.array(DevelopmentMail),
  errors: ['notFound', 'forbidden'],
});

/** Pages that send a mail lead there, where there is no other way to read it. */
export const getMailboxAccess = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public/dev-mailbox',
  access: 'PUBLIC',
  tag: 'accounts',
  summary: 'Say whether e-mails are kept instead of sent, and the caller may read them without signing in',
  response: z.object({ isOpen: z.boolean() }),
});
