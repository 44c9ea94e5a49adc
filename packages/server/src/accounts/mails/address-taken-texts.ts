import { consolePaths } from '@atrium/contract/console-paths';
import type { MailParts } from '../../mail/mail-layout.ts';
import type { Account } from '../people/user.repository.ts';

export interface AddressTakenContent {
  kind: 'address-taken';
  /** Account that has the address. The mail reveals nothing about the requester. */
  account: Account;
  askedFor: 'new-account' | 'new-password' | 'other-account';
  /** Set for a closed account: until when the operator can reopen it; null once its content is being deleted. */
  reopenableUntil?: Date | null;
}

const CLOSED_ASKED: Record<AddressTakenContent['askedFor'], string> = {
  'new-account': 'Someone, probably you, tried to register with this e-mail address.',
  'new-password': 'Someone, probably you, asked for a link to choose a new password.',
  'other-account': 'Someone who is signed in to another account asked to use this e-mail address there.',
};

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** The words for the owner of an address that someone registered with, or asked to change theirs to. */
export function addressTakenMail(
  { account: { username }, askedFor, reopenableUntil }: AddressTakenContent,
  home: string,
): Omit<MailParts, 'greeting'> {
  if (reopenableUntil !== undefined) {
    return {
      subject: 'This e-mail address belongs to a closed account',
      paragraphs: [
        `${CLOSED_ASKED[askedFor]} It belongs to your account "${username}", which was closed.`,
        reopenableUntil === null
          ? 'The content of the account is being deleted, so it cannot be reopened. When that is done, you can register with this address again.'
          : `The operator of this platform can reopen the account until ${dayFormat.format(reopenableUntil)}. Until then no other account can use this address.`,
      ],
      footnotes: ['If this was not you, you can ignore this e-mail.'],
    };
  }
  if (askedFor === 'new-account') {
    return {
      subject: 'You already have an account',
      paragraphs: [
        `Someone, probably you, tried to register with this e-mail address. It already belongs to your account "${username}".`,
        'Sign in with it, or choose a new password if you have forgotten yours.',
      ],
      action: { label: 'Go to sign-in', url: `${home}${consolePaths.login()}` },
      footnotes: [`Forgot your password? ${home}${consolePaths.sendReset()}`],
    };
  }
  return {
    subject: 'This e-mail address is already in use',
    paragraphs: [
      `Someone who is signed in to another account asked to use this e-mail address there. It already belongs to your account "${username}", so nothing was changed.`,
      'If this was you, choose another address there, or first change the address of this account.',
    ],
    footnotes: ['If this was not you, you can ignore this e-mail.'],
  };
}
