import type { MailProvider } from './mail.ts';

/** Keeps mails instead of sending them. */
export function createDevelopmentMail(mailbox: { keep: MailProvider['send'] }): MailProvider {
  return {
    send: (message) => mailbox.keep(message),
    close: () => {},
  };
}
