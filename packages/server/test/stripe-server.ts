import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { z } from 'zod';
import {
  DECLINED,
  OTHER_PARAMETERS,
  TOO_SMALL,
  UNCONFIRMED,
  UNKNOWN_INTENT,
  unknownCard,
  unknownCustomer,
} from './stripe-errors.ts';

/**
 * Stripe's API as far as it is used, over real HTTP. A request is taken only if Stripe's published OpenAPI
 * description would take it: the parameters below are checked by the compiler against the types that Stripe
 * generates from it for its library, and anything that is not among them, or is longer than allowed, is refused.
 */
const Id = (prefix: string) => z.string().startsWith(prefix).max(5000);
const Flag = z.literal('true').transform(() => true);
const PaymentMethodRequest = describedBy<Stripe.PaymentMethodCreateParams>()(
  z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({ token: Id('tok_') }),
    billing_details: z.strictObject({ name: z.string().min(1).max(5000) }),
  }),
);
const CustomerRequest = describedBy<Stripe.CustomerCreateParams>()(
  z.strictObject({ name: z.string().min(1).max(256) }),
);
const AttachRequest = describedBy<Stripe.PaymentMethodAttachParams>()(
  z.strictObject({ customer: Id('cus_') }),
);
const IntentRequest = describedBy<Stripe.PaymentIntentCreateParams>()(
  z.strictObject({
    amount: z.coerce.number().int().max(99_999_999),
    currency: z.string().regex(/^[a-z]{3}$/),
    customer: Id('cus_'),
    payment_method: Id('pm_'),
    description: z.string().max(1000),
    metadata: z.strictObject({ attempt: z.string().max(500), bill: z.string().max(500) }),
    confirm: Flag,
    off_session: Flag.exactOptional(),
    setup_future_usage: z.literal('off_session').exactOptional(),
    automatic_payment_methods: z.strictObject({ enabled: Flag, allow_redirects: z.literal('never') }),
  }),
);
const IntentsQuery = describedBy<Stripe.PaymentIntentListParams>()(
  z.strictObject({
    customer: Id('cus_'),
    limit: z.coerce.number().int().min(1).max(100),
    expand: z.array(z.literal('data.latest_charge')).exactOptional(),
  }),
);
const NoQuery = z.strictObject({});

/** Does not compile for a parameter that Stripe's own types do not have, or have with a different type. */
function describedBy<Params extends object>() {
  return <Shape extends Params>(
    schema: Exclude<keyof Shape, keyof Params> extends never ? z.ZodType<Shape> : never,
  ): z.ZodType<Shape> => schema;
}

type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'status' | 'amount' | 'payment_method' | 'metadata'
> & {
  customer: string;
  client_secret: string;
  last_payment_error: Pick<Stripe.PaymentIntent.LastPaymentError, 'message'> | null;
  /** As it is answered where it is asked for. */
  latest_charge: Pick<Stripe.Charge, 'amount_refunded'>;
};

/** The least is not in the description; Stripe refuses it all the same. */
const LEAST_CENTS = 50;
export interface StripeServer extends AsyncDisposable {
  port: number;
  /** How many there are. */
  countCustomers(): number;
  /** Charges that took money. */
  charges(): Intent[];
  /** What Stripe does a day later. */
  forgetKeys(): void;
  /** As with the keys of another account, which has no customers, cards and charges of this one. */
  switchAccount(): void;
  /** What the operator does in the dashboard. */
  refund(payment: string, cents: number): void;
  /** Loses requests to cancel, until told otherwise. */
  loseCancels(isLost: boolean): void;
  /** What the holder does in the browser, also again after a refusal, or the bank with a charge that takes its time. */
  confirm(clientSecret: string, isApproved: boolean): void;
}

export async function startStripeServer(): Promise<StripeServer> {
  const cards = new Map<string, string>();
  const customers = new Set<string>();
  const intents = new Map<string, Intent>();
  const answers = new Map<string, { sent: string; status: number; body: object }>();
  const lostOnce = new Set<string>();
  /** Intents that, once confirmed, leave a card set up for charges while its holder is away. */
  const settingUp = new Set<string>();
  const setUp = new Set<unknown>();
  let losesCancels = false;
  let last = 0;
  const nextId = (prefix: string) => `${prefix}${++last}`;

  function createIntent(body: object): { status: number; body: object } {
    const request = IntentRequest.parse(body);
    const { amount, customer, payment_method, metadata, off_session: isAway } = request;
    if (amount < LEAST_CENTS) return { status: 400, body: { error: TOO_SMALL } };
    if (!customers.has(customer)) return unknownCustomer(customer);
    const token = cards.get(payment_method);
    if (token === undefined) return unknownCard(payment_method);
    const id = nextId('pi_');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: 'succeeded',
      amount,
      customer,
      client_secret: `${id}_secret`,
      payment_method,
      metadata,
      last_payment_error: null,
      latest_charge: { amount_refunded: 0 },
    };
    if (token.includes('authentication') && !(isAway && setUp.has(payment_method)))
      intent.status = 'requires_action';
    if (request.setup_future_usage !== undefined) settingUp.add(id);
    if (token.includes('processing')) intent.status = 'processing';
    if (token.includes('declines')) {
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: DECLINED });
    }
    const isUnconfirmed = isAway === true && intent.status === 'requires_action';
    if (isUnconfirmed)
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: UNCONFIRMED });
    intents.set(id, intent);
    if (intent.last_payment_error !== null)
      return { status: 402, body: { error: { ...intent.last_payment_error, payment_intent: intent } } };
    return { status: 200, body: intent };
  }

  const card = (id: string) => ({
    id,
    object: 'payment_method',
    type: 'card',
    card: { last4: '4242', exp_month: 12, exp_year: 2030, brand: 'visa', fingerprint: 'Xt5EWLLDS7FJjR1c' },
  });

  function answer(
    method: string,
    path: string,
    body: object,
    query: object,
  ): { status: number; body: object } {
    if (method === 'POST' && path === '/v1/payment_methods') {
      const { token } = PaymentMethodRequest.parse(body).card;
      if (token === 'tok_unknown') throw new Error(`No such token: '${token}'`);
      const id = nextId('pm_');
      cards.set(id, token);
      return { status: 200, body: card(id) };
    }
    if (method === 'POST' && path === '/v1/customers') {
      CustomerRequest.parse(body);
      const id = nextId('cus_');
      customers.add(id);
      return { status: 200, body: { id, object: 'customer' } };
    }
    const removed = /^\/v1\/customers\/(cus_\d+)$/.exec(path)?.[1];
    if (method === 'DELETE' && removed !== undefined && customers.delete(removed))
      return { status: 200, body: { id: removed, object: 'customer', deleted: true } };
    const attached = /^\/v1\/payment_methods\/(pm_\d+)\/attach$/.exec(path)?.[1];
    if (method === 'POST' && attached !== undefined) {
      const { customer } = AttachRequest.parse(body);
      if (!customers.has(customer)) return unknownCustomer(customer);
      if (cards.get(attached) === 'tok_refused') return { status: 402, body: { error: DECLINED } };
      return { status: 200, body: card(attached) };
    }
    const detached = /^\/v1\/payment_methods\/(pm_\d+)\/detach$/.exec(path)?.[1];
    if (method === 'POST' && detached !== undefined) {
      NoQuery.parse(body);
      if (!cards.delete(detached))
        throw new Error('The payment method you provided is not attached to a customer.');
      return { status: 200, body: card(detached) };
    }
    if (method === 'POST' && path === '/v1/payment_intents') return createIntent(body);
    if (method === 'GET' && path === '/v1/payment_intents') {
      const { customer } = IntentsQuery.parse(query);
      if (!customers.has(customer)) return unknownCustomer(customer);
      const found = [...intents.values()].filter((intent) => intent.customer === customer);
      return { status: 200, body: { object: 'list', data: found, has_more: false } };
    }
    const canceled = intents.get(/^\/v1\/payment_intents\/(pi_\d+)\/cancel$/.exec(path)?.[1] ?? '');
    if (method === 'POST' && canceled !== undefined) {
      NoQuery.parse(body);
      if (!['requires_action', 'requires_payment_method'].includes(canceled.status))
        throw new Error('You cannot cancel this PaymentIntent because of its status.');
      canceled.status = 'canceled';
      return { status: 200, body: canceled };
    }
    const asked = /^\/v1\/payment_intents\/(pi_\d+)$/.exec(path)?.[1];
    if (method === 'GET' && asked !== undefined) {
      NoQuery.parse(query);
      const read = intents.get(asked);
      return read === undefined
        ? { status: 404, body: { error: UNKNOWN_INTENT } }
        : { status: 200, body: read };
    }
    return {
      status: 404,
      body: {
        error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
      },
    };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString();
    const body = readForm(sent);
    const [path = '', search = ''] = (request.url ?? '').split('?');
    if (losesCancels && path.endsWith('/cancel')) {
      request.socket.destroy();
      return;
    }
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' && path === '/v1/payment_intents' ? answers.get(key) : undefined;
    let result: { status: number; body: object } | undefined =
      known !== undefined && known.sent !== sent ? { status: 400, body: { error: OTHER_PARAMETERS } } : known;
    try {
      if (request.headers.authorization !== 'Bearer sk_test_local')
        throw new Error('Invalid API Key provided.');
      if (chunks.length > 0 && request.headers['content-type'] !== 'application/x-www-form-urlencoded')
        throw new Error('Invalid request: the body must be a form.');
      if (typeof key === 'string' && key.length > 255) throw new Error('Keys have at most 255 characters.');
      result ??= answer(request.method ?? '', path, body, readForm(search));
    } catch (error) {
      result = {
        status: 400,
        body: { error: { type: 'invalid_request_error', message: String((error as Error).message) } },
      };
    }
    if (typeof key === 'string' && path === '/v1/payment_intents' && known === undefined)
      answers.set(key, { sent, ...result });
    const token = cards.get(String(body['payment_method'] ?? '')) ?? '';
    if (token.includes('loses') && !lostOnce.has(String(key))) {
      lostOnce.add(String(key));
      request.socket.destroy();
      return;
    }
    response.writeHead(result.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result.body));
  }

  const server: Server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    countCustomers: () => customers.size,
    charges: () => [...intents.values()].filter(({ status }) => status === 'succeeded'),
    forgetKeys: () => answers.clear(),
    switchAccount() {
      for (const known of [cards, customers, intents, answers]) known.clear();
    },
    refund(payment, cents) {
      const charge = intents.get(payment)?.latest_charge;
      if (charge) charge.amount_refunded += cents;
    },
    loseCancels(isLost) {
      losesCancels = isLost;
    },
    confirm(clientSecret, isApproved) {
      for (const intent of intents.values()) {
        if (intent.client_secret !== clientSecret || intent.status === 'canceled') continue;
        intent.status = isApproved ? 'succeeded' : 'requires_payment_method';
        if (isApproved && settingUp.has(intent.id)) setUp.add(intent.payment_method);
        if (!isApproved)
          intent.last_payment_error = { message: 'We are unable to authenticate your payment method.' };
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `metadata[attempt]=7` as `{ metadata: { attempt: '7' } }`, which is how the description has it. */
function readForm(text: string): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer = name, inner] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? [];
    const nested = { ...(form[outer] as object | undefined), [inner ?? '']: value };
    form[outer] = inner === undefined ? value : /^\d+$/.test(inner) ? Object.values(nested) : nested;
  }
  return form;
}
