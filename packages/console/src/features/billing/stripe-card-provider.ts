import type { CardField, CardProvider } from './card-provider.ts';

interface StripeError {
  message?: string;
}

interface StripeCardElement {
  mount(element: HTMLElement): void;
  unmount(): void;
  on(event: 'change', handler: (change: { error?: StripeError; complete: boolean }) => void): void;
}

/** The part of Stripe.js that is used; see the provider's reference. */
interface Stripe {
  elements(): { create(type: 'card', options: object): StripeCardElement };
  createToken(
    card: StripeCardElement,
    fields: { name: string },
  ): Promise<{ token?: { id: string }; error?: StripeError }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeError }>;
}

const FAILED = 'The card provider did not accept the card.';

export function createStripeCardProvider(publishableKey: string): CardProvider {
  const { Stripe: create } = window as { Stripe?: (key: string) => Stripe };
  if (create === undefined) throw new Error('The card field could not be loaded.');
  const stripe = create(publishableKey);
  return {
    createField: () => createField(stripe),
    async authenticate(clientSecret) {
      const { error } = await stripe.handleNextAction({ clientSecret });
      if (error) throw new Error(error.message ?? 'The payment was not confirmed.');
    },
  };
}

function createField(stripe: Stripe): CardField {
  const color = getComputedStyle(document.body).color;
  const card = stripe
    .elements()
    .create('card', { hidePostalCode: true, style: { base: { color, fontSize: '16px' } } });
  return {
    mount(element, onChange) {
      card.mount(element);
      card.on('change', ({ error, complete }) => onChange({ error: error?.message, isComplete: complete }));
    },
    async createToken(name) {
      const { token, error } = await stripe.createToken(card, { name });
      if (token === undefined) throw new Error(error?.message ?? FAILED);
      return token.id;
    },
    unmount: () => card.unmount(),
  };
}
