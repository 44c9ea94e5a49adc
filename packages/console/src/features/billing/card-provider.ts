import type { PaymentConfig } from '@atrium/contract/billing/setup';
import { type CardProvider, NOT_LOADED } from './card-field.ts';

let loaded: Promise<CardProvider> | undefined;

/** Loads the provider's script, once. */
export function loadCardProvider(config: PaymentConfig): Promise<CardProvider> {
  loaded ??= load(config).catch((error: unknown) => {
    // A script that could not be loaded is requested again at the next attempt.
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(config: PaymentConfig): Promise<CardProvider> {
  if (config.provider === 'test') return loadTestProvider(config.script);
  const { loadStripeProvider } = await import('./stripe-card-provider.ts');
  return loadStripeProvider(config.publishableKey);
}

async function loadTestProvider(script: string): Promise<CardProvider> {
  await loadScript(script);
  const { atriumTestCards } = window as { atriumTestCards?: CardProvider };
  if (atriumTestCards === undefined) throw new Error(NOT_LOADED);
  return atriumTestCards;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.type = 'module';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(NOT_LOADED));
    });
    document.head.append(script);
  });
}
