import type { PaymentConfig } from '@atrium/contract/billing/setup';

/** Shown if the provider's script could not be loaded. */
export const NOT_LOADED = 'The card form could not be loaded. Check your connection and try again.';

/** What the field reports its content: an error to show under it, or that it is complete. */
export interface CardFieldState {
  error: string | undefined;
  isComplete: boolean;
}

/** A provider's own card field. The card number stays inside it. */
export interface CardField {
  mount(element: HTMLElement, onChange: (state: CardFieldState) => void): void;
  /** Returns a token for what was entered. Throws an Error with the provider's own text. */
  createToken(cardHolderName: string): Promise<string>;
  unmount(): void;
}

export interface CardProvider {
  createField(): CardField;
  /** Asks the card holder to confirm a payment. Throws an Error with the provider's own text. */
  authenticate(clientSecret: string): Promise<void>;
}

let loaded: Promise<CardProvider> | undefined;

/** Loads what the provider needs in the browser, once. */
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
