export interface MailAttachment {
  /** File name, such as `2026-000042.pdf`. */
  name: string;
  /** `application/pdf` */
  type: string;
  content: Buffer;
}

export interface MailMessage {
  to: string;
  subject: string;
  /** One of the two at least. */
  text?: string;
  html?: string;
  /** Name before the address of the platform; default: the operator's. */
  fromName?: string;
  replyTo?: string;
  attachments?: readonly MailAttachment[];
}

/** The mail server refused the recipient or the mail for good: to send it again does not help. */
export class MailRefusedError extends Error {
  /** The address itself is refused, not the mail. */
  isOfRecipient = false;
}

/** Hands mails on, outside of any transaction: a mail server may take its time. */
export interface MailProvider {
  send(message: MailMessage): Promise<void>;
  close(): void;
}
