import { consolePaths } from '@atrium/contract/console-paths';
import type { MailParts } from './mail-layout.ts';
import type { Account } from './user.repository.ts';

export interface AddressTakenContent {
  kind: 'address-taken';
  /** Whose the address is. Of whoever asked for it, the mail says nothing. */
  account: Account;
  askedFor: 'new-account' | 'other-account';
}

/** The words for the owner of an address that someone registered with, or asked to change theirs to. */
export function addressTakenMail(
  { account: { username }, askedFor }: AddressTakenContent,
  home: string,
): Omit<MailParts, 'greeting'> {
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
