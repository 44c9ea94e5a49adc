import { isLoopback } from '@atrium/host/http/connections/address';
import { createTransport } from 'nodemailer';
import { type MailProvider, MailRefusedError } from './mail-provider.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/**
 * Limit for a whole mail, including the wait for a connection: shorter than its job's, so that no two tries overlap.
 */
const SEND_TIMEOUT_MS = 45_000;

/**
 * Sends over SMTP. `smtpUrl` may name the sender: `smtps://user:password@host?from=Atrium <mail@example.com>`;
 * otherwise mails come from no-reply at the host of the public address.
 */
export function createSmtpMail(
  smtpUrl: string,
  publicUrl: () => string,
  timeoutMs = SEND_TIMEOUT_MS,
): MailProvider {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from');
  url.searchParams.delete('from');
  // Without this, a mail server that does not offer STARTTLS, or someone in between, would get reset links in the clear.
  const requireTLS = url.searchParams.get('requireTLS') !== 'false' && !isLoopback(url.hostname);
  url.searchParams.delete('requireTLS');
  const transport = createTransport({
    url: url.href,
    requireTLS,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async send({ to, subject, text, html, fromName, replyTo, attachments = [] }) {
      const sending = transport.sendMail({
        from: senderOf(from ?? `Atrium <no-reply@${new URL(publicUrl()).hostname}>`, fromName),
        // An object, so that no address can smuggle in a second one.
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content,
        })),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      await sending.catch((error: unknown) => {
        if (error instanceof Error && error.name === 'AbortError') {
          throw new Error('The mail server did not take the mail in time.', { cause: error });
        }
        if (!isFinal(error)) throw error;
        const refused = new MailRefusedError((error as Error).message, { cause: error });
        refused.isOfRecipient = isUnknownAddress(error);
        throw refused;
      });
    },
    close: () => transport.close(),
  };
}

/** `Atrium <mail@example.com>`, with another name where one is given. */
function senderOf(from: string, name: string | undefined): string | { name: string; address: string } {
  if (name === undefined) return from;
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
  return { name, address };
}

const AUTHENTICATION_REQUIRED = 530;

/** A refusal of the recipient or of the mail. One of the sender or of our sign-in is for the operator to correct. */
function isFinal(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  const isOfMail = command === 'RCPT TO' || command === 'DATA';
  return isOfMail && responseCode >= 500 && responseCode !== AUTHENTICATION_REQUIRED;
}

/** The mailbox is not there; a refusal by policy (5.7.x) says nothing of it. */
function isUnknownAddress(error: unknown): boolean {
  const { command, response = '' } = error as { command?: string; response?: string };
  return command === 'RCPT TO' && /^55[013](?:[ -]5\.1\.\d+)?(?:[ -](?!5\.)|$)/.test(response);
}
