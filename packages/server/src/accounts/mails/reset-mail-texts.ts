import { type RevokedChanges, usedProviderText } from '@atrium/contract/accounts/sign-in-report';
import type { MailParts } from '../../mail/mail-layout.ts';
import type { Account } from '../people/user.repository.ts';

export interface ResetContent {
  kind: 'reset';
  account: Account;
  url: string;
  /** Set after the person has reported a sign-in as someone else's. */
  report?: RevokedChanges | undefined;
}

/** The words of the mail with the link to choose a new password. */
export function resetMail({ account, url, report }: ResetContent): Omit<MailParts, 'greeting'> {
  const { username } = account;
  const action = { label: 'Choose a new password', url };
  if (report === undefined) {
    return {
      subject: 'Reset your password',
      paragraphs: [`We received a request to reset the password of your account "${username}".`],
      action,
      footnotes: [
        'The link works once, within one hour. Choosing a new password signs you out everywhere.',
        'If you did not request this, ignore this e-mail. Your password stays the same.',
      ],
    };
  }
  return {
    subject: 'Reset your password',
    paragraphs: [
      `You reported that someone else signed in to your account "${username}". That device has been signed out, and your password no longer works. Choose a new one to sign in again.`,
      ...describeReport(report, account.domain),
    ],
    action,
    footnotes: [
      'The link works once, within one hour. Choosing a new password signs you out everywhere.',
      'If the link has expired, request another one with "Forgot password?" on the login page.',
    ],
  };
}

function describeReport(report: RevokedChanges, domain: string): string[] {
  const { removedProviders, removedInvitations, suspendedUsers, otherChanges, leftOutChanges, via } = report;
  const say = (sentence: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${sentence} ${names.join(', ')}.`];
  return [
    ...(via === undefined ? [] : [usedProviderText(via)]),
    ...say(
      `Your account had set up identity providers for the domain "${domain}" since then. They have been removed:`,
      removedProviders,
    ),
    ...say('It had invited people since then. Their invitations have been removed:', removedInvitations),
    ...say(
      'These people have joined that way, and have no roles until someone gives them new ones:',
      suspendedUsers,
    ),
    ...say(
      'Your account also made these changes since then, which are still in effect. Check whether you made them:',
      otherChanges,
    ),
    ...(leftOutChanges ? [`And ${leftOutChanges} more. See the log of your domain after you sign in.`] : []),
  ];
}
