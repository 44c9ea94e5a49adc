import type { MailMessage } from '../providers/mail.ts';
import { renderMail } from './mail-layout.ts';
import type { Account } from './users.repository.ts';

export type MailContent =
  | { kind: 'confirm' | 'reset' | 'change-email'; account: Account; url: string }
  | { kind: 'invited'; account: Account; parent: Account; url: string }
  | { kind: 'address-taken' | 'email-changed' | 'password-changed'; account: Account };

/** The words of every mail about an account. */
export function accountMail(to: string, content: MailContent, home: string): MailMessage {
  const { firstName, username } = content.account;
  const greeting = `Hello ${firstName},`;
  switch (content.kind) {
    case 'confirm':
      return renderMail(to, home, {
        subject: 'Confirm your e-mail address',
        greeting,
        paragraphs: [
          `Welcome to Atrium. Your account "${username}" is ready as soon as you confirm that this e-mail address is yours.`,
        ],
        action: { label: 'Confirm e-mail address', url: content.url },
        footnotes: [
          'The link works once, within 24 hours.',
          'If you have not registered at Atrium, please ignore this mail: nothing will happen.',
        ],
      });
    case 'reset':
      return renderMail(to, home, {
        subject: 'Reset your password',
        greeting,
        paragraphs: [`Somebody, most likely you, asked to reset the password of your account "${username}".`],
        action: { label: 'Choose a new password', url: content.url },
        footnotes: [
          'The link works once, within one hour. Choosing a new password signs you out everywhere.',
          'If you have not asked for it, please ignore this mail: your password stays as it is.',
        ],
      });
    case 'change-email':
      return renderMail(to, home, {
        subject: 'Confirm your new e-mail address',
        greeting,
        paragraphs: [
          `You asked to use this e-mail address for your account "${username}". It counts once you confirm it.`,
        ],
        action: { label: 'Confirm new address', url: content.url },
        footnotes: ['The link works once, within 24 hours.', 'Until then your old address stays in use.'],
      });
    case 'invited':
      return renderMail(to, home, {
        subject: `${content.parent.firstName} ${content.parent.lastName} invites you to Atrium`,
        greeting,
        paragraphs: [
          `${content.parent.firstName} ${content.parent.lastName} made an account for you in the domain "${content.account.domain}".`,
          `Your username is "${username}". Choose a password to accept the invitation.`,
        ],
        action: { label: 'Accept invitation', url: content.url },
        footnotes: [
          'The link works once, within 7 days.',
          'If you do not know the sender, please ignore this mail: nothing will happen.',
        ],
      });
    case 'address-taken':
      return renderMail(to, home, {
        subject: 'You have an account already',
        greeting,
        paragraphs: [
          `Somebody, most likely you, tried to use this e-mail address for an account. It belongs to your account "${username}" already.`,
          'Sign in with it, or choose a new password if you have forgotten yours.',
        ],
        action: { label: 'Go to sign-in', url: `${home}/console/login` },
        footnotes: [`Forgotten your password? ${home}/console/reset/send`],
      });
    case 'email-changed':
      return renderMail(to, home, {
        subject: 'Your e-mail address was changed',
        greeting,
        paragraphs: [
          `The e-mail address of your account "${username}" is now ${content.account.email}. This address is no longer in use.`,
          'If you have not changed it, somebody else knows your password: please write to the operator of this installation at once.',
        ],
        footnotes: [],
      });
    case 'password-changed':
      return renderMail(to, home, {
        subject: 'Your password was changed',
        greeting,
        paragraphs: [
          `The password of your account "${username}" was changed just now, and you were signed out everywhere else.`,
          'If this was not you, please reset your password at once.',
        ],
        action: { label: 'Reset password', url: `${home}/console/reset/send` },
        footnotes: [],
      });
  }
}
