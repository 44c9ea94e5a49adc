import type { Config } from '../config.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { MailProvider } from './mail-provider.ts';

/** A mail server if one is configured, otherwise the development mailbox. */
export async function chooseMailProvider(
  { smtpUrl }: Config,
  publicUrl: PublicUrl,
  mailbox: { keep: MailProvider['send'] },
): Promise<MailProvider> {
  if (smtpUrl === undefined) return { send: (message) => mailbox.keep(message), close: () => {} };
  // Loaded on demand: the library slows down every start.
  const { createSmtpMail } = await import('./mail-smtp.ts');
  return createSmtpMail(smtpUrl, publicUrl.get);
}
