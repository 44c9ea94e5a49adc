import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/**
 * Stripe's API as far as it is used, over real HTTP. Requests are checked against the parameters that Stripe's
 * published API reference names: an unknown or wrong one is refused as Stripe does, so a test that passes here
 * sends nothing that Stripe would not take.
 */
const Id = (prefix: string) => z.string().startsWith(prefix);
const PaymentMethodRequest = z.strictObject({
  type: z.literal('card'),
  'card[token]': Id('tok_'),
  'billing_details[name]': z.string().min(1),
});
const CustomerRequest = z.strictObject({ name: z.string().min(1) });
const AttachRequest = z.strictObject({ customer: Id('cus_') });
const IntentRequest = z.strictObject({
  amount: z.coerce.number().int().min(50),
  currency: z.string().regex(/^[a-z]{3}$/),
  customer: Id('cus_'),
  payment_method: Id('pm_'),
  description: z.string().max(1000),
  'metadata[attempt]': z.string().max(500),
  confirm: z.literal('true'),
  'automatic_payment_methods[enabled]': z.literal('true'),
  'automatic_payment_methods[allow_redirects]': z.literal('never'),
});

interface Intent {
  id: string;
  object: 'payment_intent';
  status: 'succeeded' | 'requires_action' | 'requires_payment_method';
  amount: number;
  client_secret: string;
  payment_method: string;
  metadata: { attempt: string };
  last_payment_error: { message: string } | null;
}

const DECLINED = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };

export interface StripeServer extends AsyncDisposable {
  port: number;
  /** Charges that took money. */
  charges(): Intent[];
  /** What Stripe does a day later. */
  forgetKeys(): void;
  /** What the holder does in the browser. */
  confirm(clientSecret: string, isApproved: boolean): void;
}

export async function startStripeServer(): Promise<StripeServer> {
  const cards = new Map<string, string>();
  const intents = new Map<string, Intent>();
  const answers = new Map<string, { status: number; body: object }>();
  const lostOnce = new Set<string>();
  let last = 0;
  const nextId = (prefix: string) => `${prefix}${++last}`;

  function createIntent(body: Record<string, string>): { status: number; body: object } {
    const { amount, payment_method, 'metadata[attempt]': attempt } = IntentRequest.parse(body);
    const token = cards.get(payment_method) ?? '';
    const id = nextId('pi_');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: 'succeeded',
      amount,
      client_secret: `${id}_secret`,
      payment_method,
      metadata: { attempt },
      last_payment_error: null,
    };
    if (token.includes('authentication')) intent.status = 'requires_action';
    if (token.includes('declines')) {
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: DECLINED });
    }
    intents.set(id, intent);
    if (token.includes('declines'))
      return { status: 402, body: { error: { ...DECLINED, payment_intent: intent } } };
    return { status: 200, body: intent };
  }

  const card = (id: string) => ({
    id,
    object: 'payment_method',
    type: 'card',
    card: { last4: '4242', exp_month: 12, exp_year: 2030, brand: 'visa' },
  });

  function answer(
    method: string,
    path: string,
    body: Record<string, string>,
  ): { status: number; body: object } {
    if (method === 'POST' && path === '/v1/payment_methods') {
      const { 'card[token]': token } = PaymentMethodRequest.parse(body);
      if (token === 'tok_unknown') throw new Error(`No such token: '${token}'`);
      const id = nextId('pm_');
      cards.set(id, token);
      return { status: 200, body: card(id) };
    }
    if (method === 'POST' && path === '/v1/customers') {
      CustomerRequest.parse(body);
      return { status: 200, body: { id: nextId('cus_'), object: 'customer' } };
    }
    const attached = /^\/v1\/payment_methods\/(pm_\d+)\/attach$/.exec(path)?.[1];
    if (method === 'POST' && attached !== undefined) {
      AttachRequest.parse(body);
      return { status: 200, body: card(attached) };
    }
    if (method === 'POST' && path === '/v1/payment_intents') return createIntent(body);
    if (method === 'GET' && path === '/v1/payment_intents') {
      return { status: 200, body: { object: 'list', data: [...intents.values()], has_more: false } };
    }
    const read = intents.get(/^\/v1\/payment_intents\/(pi_\d+)$/.exec(path)?.[1] ?? '');
    if (method === 'GET' && read !== undefined) return { status: 200, body: read };
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
    const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const path = (request.url ?? '').split('?')[0] ?? '';
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' && path === '/v1/payment_intents' ? answers.get(key) : undefined;
    let result = known;
    try {
      if (request.headers.authorization !== 'Bearer sk_test_local')
        throw new Error('Invalid API Key provided.');
      result ??= answer(request.method ?? '', path, body);
    } catch (error) {
      result = {
        status: 400,
        body: { error: { type: 'invalid_request_error', message: String((error as Error).message) } },
      };
    }
    if (typeof key === 'string' && path === '/v1/payment_intents') answers.set(key, result);
    const token = cards.get(body['payment_method'] ?? '') ?? '';
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
    charges: () => [...intents.values()].filter(({ status }) => status === 'succeeded'),
    forgetKeys: () => answers.clear(),
    confirm(clientSecret, isApproved) {
      for (const intent of intents.values()) {
        if (intent.client_secret !== clientSecret) continue;
        intent.status = isApproved ? 'succeeded' : 'requires_payment_method';
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
