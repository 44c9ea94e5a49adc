import type { Config } from '../config.ts';
import type { StripeProvider } from './payments/stripe-provider.ts';
import type { TestPaymentProvider } from './payments/test-provider.ts';

/** Stripe where its keys are set; otherwise the provider that takes test cards. */
export async function choosePaymentProvider(
  { stripeSecretKey, stripePublishableKey, stripeWebhookSecret }: Config,
  createDefault: () => TestPaymentProvider,
): Promise<StripeProvider | TestPaymentProvider> {
  if (stripeSecretKey === undefined || stripePublishableKey === undefined) return createDefault();
  // Loaded on demand: the library slows down every start.
  const { createStripeProvider } = await import('./payments/stripe-provider.ts');
  return createStripeProvider({
    secretKey: stripeSecretKey,
    publishableKey: stripePublishableKey,
    webhookSecret: stripeWebhookSecret,
  });
}
