import type { getPaymentConfig } from '@atrium/contract/billing/setup';
import type { EndpointResponse } from '@atrium/contract/endpoint';

/** What the field tells of its content: an error to show under it, or that it is complete. */
export interface CardFieldState {
  error: string | undefined;
  isComplete: boolean;
}

/** A provider's own card field. The card number stays inside it. */
export interface CardField {
  mount(element: HTMLElement, onChange: (state: CardFieldState) => void): void;
  /** Gives a token for what was entered. Throws an Error with the provider's own text. */
  createToken(cardHolderName: string): Promise<string>;
  unmount(): void;
}

export interface CardProvider {
  createField(): CardField;
  /** Asks the card holder to confirm a payment. Throws an Error with the provider's own text. */
  authenticate(clientSecret: string): Promise<void>;
}

type PaymentConfig = EndpointResponse<typeof getPaymentConfig>;

let loaded: { script: string; provider: Promise<CardProvider> } | undefined;

/** Loads the provider's script, once. */
export function loadCardProvider({ provider, publishableKey, script }: PaymentConfig): Promise<CardProvider> {
  if (loaded?.script !== script) {
    const start = provider === 'stripe' ? loadStripeProvider : loadTestProvider;
    loaded = { script, provider: start(script, publishableKey) };
    // A script that did not come is asked for again at the next attempt.
    loaded.provider.catch(() => {
      loaded = undefined;
    });
  }
  return loaded.provider;
}

async function loadStripeProvider(script: string, publishableKey: string): Promise<CardProvider> {
  const [{ createStripeCardProvider }] = await Promise.all([
    import('./stripe-card-provider.ts'),
    loadScript(script),
  ]);
  return createStripeCardProvider(publishableKey);
}

async function loadTestProvider(script: string): Promise<CardProvider> {
  await loadScript(script, 'module');
  const { atriumTestCards } = window as { atriumTestCards?: CardProvider };
  if (atriumTestCards === undefined) throw new Error('The card field could not be loaded.');
  return atriumTestCards;
}

function loadScript(src: string, type = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.type = type;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The card field could not be loaded. Please check your connection and try again.'));
    });
    document.head.append(script);
  });
}
