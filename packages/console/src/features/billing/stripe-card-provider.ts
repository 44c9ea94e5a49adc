import type { Stripe } from '@stripe/stripe-js';
// The package's other entry would load Stripe's script with the program, wanted or not.
import { loadStripe } from '@stripe/stripe-js/pure';
import { type CardField, type CardProvider, NOT_LOADED } from './card-field.ts';

const FAILED = 'Your card was declined. Check the details or try another card.';

export async function loadStripeProvider(publishableKey: string): Promise<CardProvider> {
  const stripe = await loadStripe(publishableKey).catch(() => null);
  if (stripe === null) throw new Error(NOT_LOADED);
  return {
    createField: () => createField(stripe),
    async authenticate(clientSecret) {
      const { error } = await stripe.handleNextAction({ clientSecret });
      if (error) throw new Error(error.message ?? 'Your bank did not confirm the payment.');
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
