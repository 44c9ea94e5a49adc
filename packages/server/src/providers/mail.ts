import type { Store } from '../database/schema.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands mails on. The transaction is the one in which the request for the mail is taken off the list. */
export interface MailProvider {
  send(message: MailMessage, transaction: Store): Promise<void>;
  close(): void;
}
