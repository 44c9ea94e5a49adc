import { afterEach, expect, test, vi } from 'vitest';
import type { CardFieldState } from './card-field.ts';
import { loadStripeProvider } from './stripe-card-provider.ts';

afterEach(() => vi.unstubAllGlobals());

/** The loader caches the first script for the lifetime of the page. */
let current: (key: string) => object;

/** Mocks the used parts of Stripe's script, which can't be fetched in a test. */
function placeStripe() {
  const heard: { change?: (change: object) => void; mounted?: unknown; key?: string } = {};
  const answers = { token: {}, action: {} };
  const card = {
    mount: (element: unknown) => (heard.mounted = element),
    unmount: () => delete heard.mounted,
    on: (_: 'change', handler: (change: object) => void) => (heard.change = handler),
  };
  current = (key) => {
    heard.key = key;
    return {
      elements: () => ({ create: () => card }),
      createToken: async (given: unknown, fields: { name: string }) =>
        given === card && fields.name !== '' ? answers.token : {},
      handleNextAction: async () => answers.action,
    };
  };
  vi.stubGlobal('window', { Stripe: (key: string) => current(key) });
  vi.stubGlobal('document', { body: null });
  vi.stubGlobal('getComputedStyle', () => ({ color: 'black' }));
  return { heard, answers };
}

test("Stripe's field tells its state and turns a card into a token", async () => {
  const { heard, answers } = placeStripe();
  const field = (await loadStripeProvider('pk_live_1')).createField();
  expect(heard.key).toBe('pk_live_1');
  const states: CardFieldState[] = [];
  const element = {} as HTMLElement;
  field.mount(element, (state) => states.push(state));
  expect(heard.mounted).toBe(element);
  heard.change?.({ complete: false, error: { message: 'Your card number is invalid.' } });
  heard.change?.({ complete: true });
  expect(states).toEqual([
    { isComplete: false, error: 'Your card number is invalid.' },
    { isComplete: true, error: undefined },
  ]);
  answers.token = { token: { id: 'tok_1' } };
  expect(await field.createToken('Ada Lovelace')).toBe('tok_1');
  field.unmount();
  expect(heard.mounted).toBeUndefined();
});

test("refusals carry Stripe's own text", async () => {
  const { answers } = placeStripe();
  const provider = await loadStripeProvider('pk_live_1');
  answers.token = { error: { message: 'Your card was declined.' } };
  await expect(provider.createField().createToken('Ada')).rejects.toThrow('Your card was declined.');
  answers.token = { error: {} };
  await expect(provider.createField().createToken('Ada')).rejects.toThrow(
    'Your card was declined. Check the details or try another card.',
  );
  await expect(provider.authenticate('secret')).resolves.toBeUndefined();
  answers.action = { error: { message: 'We are unable to authenticate your card.' } };
  await expect(provider.authenticate('secret')).rejects.toThrow('We are unable to authenticate your card.');
});
