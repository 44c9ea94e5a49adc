import type { Config } from '../config.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { MailProvider } from './mail.ts';
import { createDevelopmentMail } from './mail-development.ts';
import type { StripeProvider } from './payments/stripe-provider.ts';
import type { TestPaymentProvider } from './payments/test-provider.ts';

// Loaded where they are used: the two would be a third of every start.

/** Real mail where a server for it is set; otherwise the mailbox that a developer reads. */
export async function chooseMailProvider(
  { smtpUrl }: Config,
  publicUrl: PublicUrl,
  mailbox: Parameters<typeof createDevelopmentMail>[0],
): Promise<MailProvider> {
  if (smtpUrl === undefined) return createDevelopmentMail(mailbox);
  const { createSmtpMail } = await import('./mail-smtp.ts');
  return createSmtpMail(smtpUrl, publicUrl.get);
}

/** Stripe where its keys are set; otherwise the provider that takes test cards. */
export async function choosePaymentProvider(
  { stripeSecretKey, stripePublishableKey, stripeWebhookSecret }: Config,
  createDefault: () => TestPaymentProvider,
): Promise<StripeProvider | TestPaymentProvider> {
  if (stripeSecretKey === undefined || stripePublishableKey === undefined) return createDefault();
  const { createStripeProvider } = await import('./payments/stripe-provider.ts');
  return createStripeProvider({
    secretKey: stripeSecretKey,
    publishableKey: stripePublishableKey,
    webhookSecret: stripeWebhookSecret,
  });
}
