export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands mails on, outside of any transaction: a mail server may take its time. */
export interface MailProvider {
  send(message: MailMessage): Promise<void>;
  close(): void;
}
