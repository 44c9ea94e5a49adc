import { insertDevelopmentMail } from '../accounts/development-mails.repository.ts';
import type { Clock, Random } from '../clock.ts';
import type { MailProvider } from './mail.ts';

/** Keeps mails in the database, where every process finds them, instead of sending them. */
export function createDevelopmentMail(clock: Clock, random: Random): MailProvider {
  return {
    send: (message, transaction) => insertDevelopmentMail(transaction, random.id(), message, clock.now()),
    close: () => {},
  };
}
