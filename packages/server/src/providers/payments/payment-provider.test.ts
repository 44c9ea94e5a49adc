import { CONFIRMATION_NEEDED } from '@atrium/contract/billing/automatic-payment';
import { CHARGE_TOO_SMALL } from '@atrium/contract/billing/invoice';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeServer, startStripeServer } from '../../../test/stripe-server.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { CardRefusedError, type Charge, type PaymentProvider, UNKNOWN_CARD } from './payment-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { createTestProvider } from './test-provider.ts';

type Behaviour = 'succeeds' | 'declines' | 'authentication' | 'loses';

/** One provider under test, with what its browser side and its bank would do. */
interface Bench {
  provider: PaymentProvider;
  token(behaviour: Behaviour): Promise<string>;
  confirm(clientSecret: string, isApproved: boolean): Promise<void>;
  chargedAmounts(): Promise<number[]>;
}

const WEBHOOK_SECRET = 'whsec_test';
let server: TestApp;
let stripe: StripeServer;
const benches: Partial<Record<'stripe' | 'test', Bench>> = {};

beforeAll(async () => {
  server = await startTestApp();
  stripe = await startStripeServer();
  const { db, random } = server.context;
  const test = createTestProvider(db, server.clock, random);
  const numbers = {
    succeeds: '4242424242424242',
    declines: '4000000000000002',
    authentication: '4000002500003155',
    loses: '4000000000000119',
  };
  benches.test = {
    provider: test,
    token: (behaviour) =>
      test.createToken({ number: numbers[behaviour], expMonth: 12, expYear: 2030, cvc: '123' }),
    confirm: (secret, isApproved) => test.confirm(secret, isApproved),
    async chargedAmounts() {
      const rows = await db
        .selectFrom('testProviderCharges')
        .select('amountCents')
        .where('status', '=', 'succeeded')
        .execute();
      return rows.map((row) => row.amountCents);
    },
  };
  benches.stripe = {
    provider: createStripeProvider({
      secretKey: 'sk_test_local',
      publishableKey: 'pk_test_local',
      webhookSecret: WEBHOOK_SECRET,
      api: { host: '127.0.0.1', port: stripe.port, protocol: 'http' },
    }),
    token: async (behaviour) => `tok_${behaviour}`,
    confirm: async (secret, isApproved) => stripe.confirm(secret, isApproved),
    chargedAmounts: async () => stripe.charges().map(({ amount }) => amount),
  };
});
afterAll(async () => {
  await stripe[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

describe.each(['test', 'stripe'] as const)('the %s provider', (name) => {
  const bench = () => benches[name] as Bench;
  let amount = 1000;

  async function chargeFor(behaviour: Behaviour): Promise<Charge> {
    const { customer, card } = await bench().provider.keepCard(await bench().token(behaviour), {
      name: 'Ada Lovelace',
      customer: null,
    });
    amount += 1;
    const idempotencyKey = server.context.random.id();
    const price = { amountCents: amount, currency: 'usd' };
    return {
      idempotencyKey,
      ...price,
      customer,
      card,
      description: 'Invoice 1',
      bill: 'domain/user/2026-10',
      isOld: false,
      isOffSession: false,
    };
  }

  test('keeps a card for a customer, and a second one for the same', async () => {
    const { provider, token } = bench();
    const first = await provider.keepCard(await token('succeeds'), { name: 'Ada', customer: null });
    expect(first).toMatchObject({ last4: '4242', expMonth: 12, expYear: 2030 });
    expect(first.fingerprint).toEqual(expect.any(String));
    const second = await provider.keepCard(await token('succeeds'), {
      name: 'Ada',
      customer: first.customer,
    });
    expect(second.customer).toBe(first.customer);
    expect(second.card).not.toBe(first.card);
    expect(second.fingerprint).toBe(first.fingerprint);
    await expect(provider.keepCard('tok_unknown', { name: 'Ada', customer: null })).rejects.toThrow(
      CardRefusedError,
    );
  });

  test('a card that was forgotten is not charged, and what was charged to it stays', async () => {
    const { provider } = bench();
    const charge = await chargeFor('succeeds');
    const charged = await provider.charge(charge);
    for (const _ of ['once', 'and again']) await provider.forgetCard(charge.card);
    expect((await provider.charge({ ...charge, idempotencyKey: server.context.random.id() })).status).toBe(
      'failed',
    );
    expect(await provider.charge(charge)).toEqual(charged);
    expect(await provider.readCharge(charged.payment ?? '')).toEqual(charged);
  });

  test('charges once for one key', async () => {
    const { provider, chargedAmounts } = bench();
    const charge = await chargeFor('succeeds');
    const states = await Promise.all(Array.from({ length: 10 }, () => provider.charge(charge)));
    const [first] = states;
    expect(first?.status).toBe('succeeded');
    expect(states.every((state) => state.payment === first?.payment)).toBe(true);
    expect((await chargedAmounts()).filter((charged) => charged === charge.amountCents)).toHaveLength(1);
    expect(await provider.readCharge(first?.payment ?? '')).toEqual(first);
  });

  test('finds what was charged under a key, and charges nothing by looking', async () => {
    const { provider, chargedAmounts } = bench();
    const charge = await chargeFor('succeeds');
    expect(await provider.findCharge(charge)).toBeUndefined();
    expect(await chargedAmounts()).not.toContain(charge.amountCents);
    const charged = await provider.charge(charge);
    expect(await provider.findCharge(charge)).toEqual(charged);
  });

  test("tells a refusal in the provider's own words", async () => {
    const state = await bench().provider.charge(await chargeFor('declines'));
    expect(state).toMatchObject({ status: 'failed', error: 'Your card was declined.' });
  });

  test.each([
    [true, 'succeeded'],
    [false, 'failed'],
  ] as const)('asks the holder; confirmed %s, it has %s', async (isApproved, outcome) => {
    const { provider, confirm } = bench();
    const state = await provider.charge(await chargeFor('authentication'));
    if (state.status !== 'authentication') throw new Error(`expected a question, got ${state.status}`);
    await confirm(state.clientSecret, isApproved);
    expect((await provider.readCharge(state.payment)).status).toBe(outcome);
  });

  test('a charge that waits for its holder is given up; one that is decided stays', async () => {
    const { provider, confirm, chargedAmounts } = bench();
    const waiting = await provider.charge(await chargeFor('authentication'));
    if (waiting.status !== 'authentication') throw new Error(`expected a question, got ${waiting.status}`);
    const given = { status: 'failed', payment: waiting.payment, error: 'The payment was not completed.' };
    expect(await provider.cancelCharge(waiting.payment)).toEqual(given);
    expect(await provider.readCharge(waiting.payment)).toEqual(given);
    const charge = await chargeFor('authentication');
    const confirmed = await provider.charge(charge);
    if (confirmed.status !== 'authentication')
      throw new Error(`expected a question, got ${confirmed.status}`);
    await confirm(confirmed.clientSecret, true);
    expect((await provider.cancelCharge(confirmed.payment)).status).toBe('succeeded');
    expect((await chargedAmounts()).filter((charged) => charged === charge.amountCents)).toHaveLength(1);
  });

  test('a lost answer comes again under the same key, without another charge', async () => {
    const { provider, chargedAmounts } = bench();
    const charge = await chargeFor('loses');
    // Stripe's library repeats the request itself; the test provider leaves that to the caller.
    const state = await provider.charge(charge).catch(() => provider.charge(charge));
    expect(state.status).toBe('succeeded');
    expect((await chargedAmounts()).filter((charged) => charged === charge.amountCents)).toHaveLength(1);
  });
});

test('a card that Stripe refuses leaves no customer behind, and takes none away that was there', async () => {
  const { provider } = benches.stripe as Bench;
  const { customer } = await provider.keepCard('tok_succeeds', { name: 'Ada', customer: null });
  const before = stripe.countCustomers();
  for (const known of [null, customer])
    await expect(provider.keepCard('tok_refused', { name: 'Ada', customer: known })).rejects.toThrow(
      'Your card was declined.',
    );
  expect(stripe.countCustomers()).toBe(before);
});

test('a charge whose key Stripe forgot is found, not made again', async () => {
  const { provider, chargedAmounts } = benches.stripe as Bench;
  const { customer, card } = await provider.keepCard('tok_succeeds', { name: 'Ada', customer: null });
  const charge = { amountCents: 7777, currency: 'usd', customer, card, description: 'Invoice 2' };
  const idempotencyKey = server.context.random.id();
  const state = await provider.charge({
    ...charge,
    idempotencyKey,
    bill: 'domain/user/2026-10',
    isOld: false,
    isOffSession: false,
  });
  stripe.forgetKeys();
  expect(
    await provider.charge({
      ...charge,
      idempotencyKey,
      bill: 'domain/user/2026-10',
      isOld: true,
      isOffSession: false,
    }),
  ).toEqual(state);
  expect((await chargedAmounts()).filter((amount) => amount === 7777)).toHaveLength(1);
});

test('a charge of the same bill is found under another key, not under its own', async () => {
  const { provider } = benches.stripe as Bench;
  const { customer, card } = await provider.keepCard('tok_succeeds', { name: 'Ada', customer: null });
  const price = { amountCents: 7799, currency: 'usd', description: 'Invoice 9' };
  const charge = { ...price, customer, card, bill: 'domain/user/2026-11', isOld: false, isOffSession: true };
  const look = (idempotencyKey: string, other = {}) =>
    provider.findEarlier({ ...charge, ...other, idempotencyKey });
  expect(await look('second')).toBeUndefined();
  const { payment } = await provider.charge({ ...charge, idempotencyKey: 'first' });
  expect(await look('second')).toEqual({ payment, amountCents: 7799, isProcessing: false });
  expect(await look('first')).toBeUndefined();
  expect(await look('second', { bill: 'domain/user/2026-12' })).toBeUndefined();
  // Refunded amounts don't count as paid.
  stripe.refund(payment ?? '', 99);
  expect(await look('second')).toEqual({ payment, amountCents: 7700, isProcessing: false });
  stripe.refund(payment ?? '', 7700);
  expect(await look('second')).toBeUndefined();
  // A customer of other keys is not known; the charge itself says so.
  expect(await look('second', { customer: 'cus_0' })).toBeUndefined();
});

test('an attempt that was begun with the keys of another account has failed', async () => {
  const { provider } = benches.stripe as Bench;
  const { card } = await provider.keepCard('tok_succeeds', { name: 'Ada', customer: null });
  const charge = { amountCents: 7766, currency: 'usd', description: 'Invoice 10', customer: 'cus_0', card };
  const attempt = { ...charge, bill: 'domain/user/2026-10', isOld: false, isOffSession: true };
  expect(await provider.findCharge({ ...attempt, idempotencyKey: 'elsewhere' })).toBeUndefined();
  const error = expect.stringMatching(/another account at the card provider/);
  const failed = { status: 'failed', payment: 'pi_0', error };
  expect(await provider.readCharge('pi_0')).toEqual(failed);
  expect(await provider.cancelCharge('pi_0')).toEqual(failed);
  const unknown = { status: 'failed', payment: null, error: UNKNOWN_CARD };
  expect(await provider.charge({ ...attempt, idempotencyKey: 'here' })).toEqual(unknown);
});

test('a card of a customer whom Stripe does not know is kept for a new one', async () => {
  const { provider } = benches.stripe as Bench;
  const before = stripe.countCustomers();
  const refused = provider.keepCard('tok_refused', { name: 'Ada', customer: 'cus_0' });
  await expect(refused).rejects.toThrow('Your card was declined.');
  expect(stripe.countCustomers()).toBe(before);
  const { customer, card } = await provider.keepCard('tok_succeeds', { name: 'Ada', customer: 'cus_0' });
  expect([customer === 'cus_0', stripe.countCustomers()]).toEqual([false, before + 1]);
  const charge = { amountCents: 7755, currency: 'usd', customer, card, description: 'Invoice 11' };
  const attempt = { ...charge, bill: 'domain/user/2026-09', isOld: false, isOffSession: true };
  expect((await provider.charge({ ...attempt, idempotencyKey: 'anew' })).status).toBe('succeeded');
});

test('a key that the release before used with other parameters is looked up, not charged again', async () => {
  const { provider, chargedAmounts } = benches.stripe as Bench;
  const { customer, card } = await provider.keepCard('tok_succeeds', { name: 'Ada', customer: null });
  const charge = {
    amountCents: 7788,
    currency: 'usd',
    customer,
    card,
    bill: 'domain/user/2026-10',
    isOld: false,
    isOffSession: false,
  };
  const before = { ...charge, idempotencyKey: 'release', description: 'Invoice 8' };
  const state = await provider.charge(before);
  expect(await provider.charge({ ...before, description: 'Invoice 2026-000008' })).toEqual(state);
  expect((await chargedAmounts()).filter((amount) => amount === 7788)).toHaveLength(1);
});

test('a charge that a bank takes its time for is processing until it has decided', async () => {
  const { provider, chargedAmounts } = benches.stripe as Bench;
  const { customer, card } = await provider.keepCard('tok_processing', { name: 'Ada', customer: null });
  const charge = { idempotencyKey: 'slow', amountCents: 8888, currency: 'usd', customer, card };
  const state = await provider.charge({
    ...charge,
    description: 'Invoice 4',
    bill: 'domain/user/2026-10',
    isOld: false,
    isOffSession: false,
  });
  expect(state).toMatchObject({ status: 'processing' });
  const payment = state.payment ?? '';
  expect(await provider.readCharge(payment)).toEqual(state);
  stripe.confirm(`${payment}_secret`, true);
  expect(await provider.readCharge(payment)).toEqual({ status: 'succeeded', payment });
  expect((await chargedAmounts()).filter((amount) => amount === 8888)).toHaveLength(1);
});

test('a charge that a bank wants confirmed fails at once while its holder is away', async () => {
  const { provider } = benches.stripe as Bench;
  const { customer, card } = await provider.keepCard('tok_authentication', { name: 'Ada', customer: null });
  const charge = { idempotencyKey: 'away', amountCents: 6666, currency: 'usd', customer, card };
  const state = await provider.charge({
    ...charge,
    description: 'Invoice 5',
    bill: 'domain/user/2026-10',
    isOld: false,
    isOffSession: true,
  });
  expect(state).toMatchObject({ status: 'failed', error: CONFIRMATION_NEEDED });
  expect(await provider.readCharge(state.payment ?? '')).toEqual(state);
  expect(await provider.cancelCharge(state.payment ?? '')).toEqual(state);
});

test('a charge that its holder confirmed lets later ones through while they are away', async () => {
  const { provider, confirm } = benches.stripe as Bench;
  const kept = await provider.keepCard('tok_authentication', { name: 'Ada', customer: null });
  const { customer, card } = kept;
  const charge = {
    amountCents: 5555,
    currency: 'usd',
    customer,
    card,
    description: 'Invoice 6',
    bill: 'domain/user/2026-10',
    isOld: false,
  };
  const first = await provider.charge({ ...charge, idempotencyKey: 'present', isOffSession: false });
  if (first.status !== 'authentication') throw new Error(`expected a question, got ${first.status}`);
  await confirm(first.clientSecret, true);
  const later = await provider.charge({ ...charge, idempotencyKey: 'later', isOffSession: true });
  expect(later.status).toBe('succeeded');
});

test("the stand-in refuses what Stripe's description does not know", async () => {
  const headers = {
    authorization: 'Bearer sk_test_local',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const send = async (path: string, body: string) =>
    (await fetch(`http://127.0.0.1:${stripe.port}${path}`, { method: 'POST', headers, body })).status;
  expect(await send('/v1/customers', 'name=Ada')).toBe(200);
  expect(await send('/v1/customers', 'name=Ada&nickname=A')).toBe(400);
  expect(await send('/v1/customers', `name=${'a'.repeat(257)}`)).toBe(400);
  expect(await send('/v1/payment_intents', 'amount=1000&currency=usd')).toBe(400);
  const list = `http://127.0.0.1:${stripe.port}/v1/payment_intents?customer=cus_1&limit=101`;
  expect((await fetch(list, { headers })).status).toBe(400);
});

test('an amount below the least of Stripe has failed, and the card is not blamed', async () => {
  const { provider } = benches.stripe as Bench;
  const { customer, card } = await provider.keepCard('tok_succeeds', { name: 'Ada', customer: null });
  const charge = { idempotencyKey: 'small', amountCents: 20, currency: 'usd', customer, card };
  const state = await provider.charge({
    ...charge,
    description: 'Invoice 3',
    bill: 'domain/user/2026-10',
    isOld: false,
    isOffSession: false,
  });
  expect(state).toEqual({ status: 'failed', payment: null, error: CHARGE_TOO_SMALL });
});

test('an event of Stripe counts only with its signature', () => {
  const { provider } = benches.stripe as Bench;
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_7', object: 'payment_intent' } },
  });
  const signature = new Stripe('sk_test_local').webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
  });
  expect(provider.readEvent(Buffer.from(payload), signature)).toEqual({ payment: 'pi_7' });
  expect(() => provider.readEvent(Buffer.from(payload.replace('pi_7', 'pi_8')), signature)).toThrow(
    'signature',
  );
});
