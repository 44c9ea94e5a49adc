import { consolePaths } from '@atrium/contract/console-paths';
import type { MailParts } from '../../mail/mail-layout.ts';
import { browserName } from '../devices/browser-name.ts';
import { greetingFor, inviterName } from '../people/person-names.ts';
import type { Account } from '../people/user.repository.ts';
import type { AccountMailRequest, FactorChange } from './account-mail-request.ts';
import { type AddressTakenContent, addressTakenMail } from './address-taken-texts.ts';
import { type ResetContent, resetMail } from './reset-mail-texts.ts';

export type MailContent =
  | { kind: 'confirm' | 'change-email'; account: Account; url: string }
  | ResetContent
  | { kind: 'invited'; account: Account; parent: Account; url: string }
  | { kind: 'new-device'; account: Account; signIn: SignInPlace; url: string }
  | ClosedContent
  | { kind: 'identity'; account: Account; change: 'connected' | 'disconnected'; provider: string }
  | { kind: 'second-factor'; account: Account; change: FactorChange }
  | AddressTakenContent
  | { kind: 'email-changed' | 'no-password' | 'password-changed'; account: Account };

type ClosedContent = Pick<
  Extract<AccountMailRequest, { kind: 'account-closed' }>,
  'account' | 'by' | 'closing' | 'domain' | 'kind'
>;

/** Place and time of a sign-in. */
interface SignInPlace {
  userAgent: string;
  address: string;
  createdOn: Date;
}

/** The text of every mail about an account. */
export function accountMail(content: MailContent, home: string): MailParts {
  const { username } = content.account;
  const greeting = greetingFor(content.account);
  switch (content.kind) {
    case 'confirm':
      if (content.account.isEmailUnproved) return { greeting, ...statedMail(content) };
      return {
        subject: 'Confirm your e-mail address',
        greeting,
        paragraphs: [
          `Welcome to Atrium. Your account "${username}" is almost ready. Please confirm that this e-mail address is yours.`,
        ],
        action: { label: 'Confirm e-mail address', url: content.url },
        footnotes: [
          'The link works once, within 24 hours.',
          'If you did not register with Atrium, you can ignore this e-mail.',
        ],
      };
    case 'reset':
      return { greeting, ...resetMail(content) };
    case 'change-email':
      return {
        subject: 'Confirm your new e-mail address',
        greeting,
        paragraphs: [
          `You asked to use this e-mail address for your account "${username}". It takes effect once you confirm it.`,
        ],
        action: { label: 'Confirm new address', url: content.url },
        footnotes: ['The link works once, within 24 hours.', 'Until then we keep using your old address.'],
      };
    case 'invited': {
      const inviter = inviterName(content.parent);
      return {
        subject: `${inviter} invites you to Atrium`,
        greeting,
        paragraphs: [
          `${inviter} created an account for you in the domain "${content.account.domain}".`,
          `Your username is "${username}". Choose a password to accept the invitation.`,
        ],
        action: { label: 'Accept invitation', url: content.url },
        footnotes: [
          'The link works once, within 7 days.',
          'If you do not know the sender, you can ignore this e-mail.',
        ],
      };
    }
    case 'address-taken':
      return { greeting, ...addressTakenMail(content, home) };
    case 'no-password':
      return {
        subject: 'Your account has no password',
        greeting,
        paragraphs: [
          'Someone, probably you, asked for a link to choose a new password.',
          `The account with this e-mail address in the domain "${content.account.domain}" has no password: it signs in with the identity provider of that domain, on the sign-in page of the domain.`,
        ],
        footnotes: [STRANGE_DOMAIN],
      };
    case 'email-changed':
      return {
        subject: 'Your e-mail address was changed',
        greeting,
        paragraphs: [
          `The e-mail address of your account "${username}" is now ${content.account.email}. This address is no longer in use.`,
          'If this was not you, someone else may know your password. Contact the operator of this installation right away.',
        ],
        footnotes: [],
      };
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        greeting,
        paragraphs: [
          `The password of your account "${username}" was just changed. You were signed out everywhere else.`,
          'If this was not you, reset your password right away.',
        ],
        action: { label: 'Reset password', url: `${home}${consolePaths.sendReset()}` },
        footnotes: [],
      };
    case 'new-device': {
      const { userAgent, address, createdOn } = content.signIn;
      return {
        subject: 'New sign-in to your account',
        greeting,
        paragraphs: [
          `Someone signed in to your account "${username}" on a device that had not been used with it before: ${browserName(userAgent)} at ${address}, on ${formatTime(createdOn)}.`,
          'If this was you, there is nothing to do.',
        ],
        action: { label: 'This was not me', url: content.url },
        footnotes: [
          'The link explains the next steps. It can be used once and expires in 7 days.',
          'A browser whose cookies were deleted counts as a new device.',
        ],
      };
    }
    case 'account-closed':
      return {
        subject: 'Your account was closed',
        greeting,
        paragraphs: closedParagraphs(content),
        footnotes: [
          'Invoices and payments are kept for accounting.',
          'If you did not expect this, contact the operator of this installation right away.',
        ],
      };
    case 'identity': {
      const isConnected = content.change === 'connected';
      return {
        subject: isConnected ? 'An identity provider was connected' : 'An identity provider was disconnected',
        greeting,
        paragraphs: [
          `${content.provider} can ${isConnected ? 'now' : 'no longer'} be used to sign in to your account "${username}".`,
          'If this was not you, someone else may know your password: reset it right away, then check “Sign-in with providers” in your profile.',
        ],
        action: { label: 'Reset password', url: `${home}${consolePaths.sendReset()}` },
        footnotes: [],
      };
    }
    case 'second-factor': {
      const { subject, sentence } = FACTOR_CHANGES[content.change];
      return {
        subject,
        greeting,
        paragraphs: [
          `${sentence} This is about your account "${username}".`,
          'If this was not you, someone else may know your password: reset it right away, then look at your second factors.',
        ],
        action: { label: 'Reset password', url: `${home}${consolePaths.sendReset()}` },
        footnotes: [],
      };
    }
  }
}

const STRANGE_DOMAIN =
  'If you do not know this domain, you can ignore this e-mail: you can still register with this address yourself.';

/** For an address stated by a domain's identity provider: omits the username, which the provider chooses. */
function statedMail({ account, url }: { account: Account; url: string }): Omit<MailParts, 'greeting'> {
  return {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Someone signed in to the domain "${account.domain}" on Atrium with the identity provider of that domain, which states that this e-mail address is theirs.`,
      'If this was you, please confirm it. Until then you get no other e-mails about that account.',
    ],
    action: { label: 'Confirm e-mail address', url },
    footnotes: ['The link works once, within 24 hours.', STRANGE_DOMAIN],
  };
}

const FACTOR_CHANGES: Record<FactorChange, { subject: string; sentence: string }> = {
  added: {
    subject: 'A second factor was added',
    sentence: 'An authenticator app or a passkey can now be used to sign in.',
  },
  removed: {
    subject: 'A second factor was removed',
    sentence: 'An authenticator app or a passkey can no longer be used to sign in.',
  },
  'new-codes': {
    subject: 'New recovery codes were created',
    sentence: 'The recovery codes that you had before no longer work.',
  },
  'code-used': {
    subject: 'A recovery code was used',
    sentence: 'A recovery code was just used in place of another second factor. It does not work again.',
  },
  reset: {
    subject: 'Your second factors were removed',
    sentence:
      'All your second factors were removed by an administrator, the owner of your domain or the operator, and you were signed out everywhere.',
  },
};

function closedParagraphs({ account: { username }, by, domain, closing }: ClosedContent): string[] {
  if (closing === undefined) {
    return by === 'owner'
      ? [`The owner of the domain "${domain}" closed it, and with it your account "${username}".`]
      : [`You closed your account "${username}" and left the domain "${domain}".`];
  }
  const { owed, contentEndsOn } = closing;
  return [
    `You closed your account "${username}" and the domain "${domain}". No one can sign in there anymore.`,
    `The operator can reopen it until ${dayFormat.format(new Date(contentEndsOn))}. After that its content is deleted.`,
    "This month's usage is billed with a last invoice after the month has ended. You get it by e-mail.",
    ...(owed.length === 0 ? [] : [`Still to be paid: ${owed.join(', ')}. Contact the operator to pay.`]),
  ];
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function formatTime(time: Date): string {
  return `${timeFormat.format(time)} UTC`;
}
