import { CHARGE_TOO_SMALL } from '@atrium/contract/billing/invoice';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import Stripe from 'stripe';
import {
  CardRefusedError,
  type ChargeState,
  OTHER_ACCOUNT,
  type PaymentProvider,
  UNKNOWN_CARD,
} from './payment-provider.ts';
import {
  isUnknown,
  keptCents,
  refusalOf,
  toAppError,
  toChargeState,
  toProviderEvent,
  translateErrors,
} from './stripe-responses.ts';

export interface StripeProvider extends PaymentProvider {
  readonly name: 'stripe';
}

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  /** Absent: events are not taken, and payments are settled by asking. */
  webhookSecret: string | undefined;
  /** Another address of the API, for tests. */
  api?: { host: string; port: number; protocol: 'http' };
}

const REQUEST_TIMEOUT_MS = 20_000;

/** Cards and payments through Stripe. */
export function createStripeProvider({
  secretKey,
  publishableKey,
  webhookSecret,
  api,
}: StripeSettings): StripeProvider {
  const stripe = new Stripe(secretKey, { timeout: REQUEST_TIMEOUT_MS, maxNetworkRetries: 2, ...api });

  /** Stripe forgets keys after a day; charges made under a key remain. */
  async function findIntent(
    customer: string,
    isWanted: (intent: Stripe.PaymentIntent) => boolean,
    expand: string[] = [],
  ): Promise<Stripe.PaymentIntent | undefined> {
    try {
      for await (const intent of stripe.paymentIntents.list({ customer, limit: 100, expand }))
        if (isWanted(intent)) return intent;
    } catch (error) {
      // To charge such a customer is refused, too, and that is recorded.
      if (!isUnknown(error)) throw error;
    }
    return undefined;
  }
  const findAttempt = (customer: string, attempt: string) =>
    findIntent(customer, ({ metadata }) => metadata['attempt'] === attempt);

  async function readIntent(payment: string): Promise<ChargeState> {
    try {
      return toChargeState(await stripe.paymentIntents.retrieve(payment));
    } catch (error) {
      // No one can ask any more how it ended, and nothing else could be tried while it is open.
      if (isUnknown(error)) return { status: 'failed', payment, error: OTHER_ACCOUNT };
      throw error;
    }
  }

  /** Attaches a card to a new customer. One that gets none would stay for good, one for each card that is declined. */
  async function attachToNew(card: string, name: string): Promise<string> {
    const { id: customer } = await stripe.customers.create({ name });
    try {
      await stripe.paymentMethods.attach(card, { customer });
    } catch (error) {
      await stripe.customers.del(customer).catch(() => undefined);
      throw error;
    }
    return customer;
  }

  /** Attaches a card to the customer, or to a new one where the account of today's keys does not have them; returns whom. */
  async function attach(card: string, name: string, customer: string | null): Promise<string> {
    if (customer === null) return attachToNew(card, name);
    try {
      await stripe.paymentMethods.attach(card, { customer });
    } catch (error) {
      if (!isUnknown(error)) throw error;
      return attachToNew(card, name);
    }
    return customer;
  }

  return {
    name: 'stripe',
    cardField: { provider: 'stripe', publishableKey },

    keepCard: (token, { name, customer }) =>
      translateErrors(async () => {
        const method = await stripe.paymentMethods.create({
          type: 'card',
          card: { token },
          billing_details: { name },
        });
        if (method.card == null)
          throw new CardRefusedError('Your card was declined. Check the details or try another card.');
        const holder = await attach(method.id, name, customer);
        const { last4, exp_month, exp_year, fingerprint = null } = method.card;
        const card = { last4, expMonth: exp_month, expYear: exp_year, fingerprint };
        return { customer: holder, card: method.id, ...card };
      }),

    forgetCard: (card) =>
      translateErrors(async () => {
        try {
          await stripe.paymentMethods.detach(card);
        } catch (error) {
          // The card is not attached, or unknown.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }
      }),

    async charge({
      idempotencyKey,
      amountCents,
      currency,
      customer,
      card,
      description,
      bill,
      isOld,
      isOffSession,
    }) {
      try {
        const known = isOld ? await findAttempt(customer, idempotencyKey) : undefined;
        if (known !== undefined) return toChargeState(known);
        const intent = await stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            customer,
            payment_method: card,
            description,
            metadata: { attempt: idempotencyKey, bill },
            confirm: true,
            // With the holder present, the bank confirms later charges without them, too.
            ...(isOffSession ? { off_session: true } : { setup_future_usage: 'off_session' }),
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          },
          { idempotencyKey },
        );
        return toChargeState(intent);
      } catch (error) {
        // The key was already used with other parameters: the earlier charge counts.
        if (error instanceof Stripe.errors.StripeIdempotencyError) {
          const known = await translateErrors(() => findAttempt(customer, idempotencyKey));
          if (known !== undefined) return toChargeState(known);
        }
        if (error instanceof Stripe.errors.StripeCardError) {
          return { status: 'failed', payment: error.payment_intent?.id ?? null, error: refusalOf(error) };
        }
        if (isUnknown(error)) return { status: 'failed', payment: null, error: UNKNOWN_CARD };
        // Stripe rejected the charge permanently (an amount below its minimum, a deleted card), and charged nothing.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) {
          const isTooSmall = error.code === 'amount_too_small';
          return { status: 'failed', payment: null, error: isTooSmall ? CHARGE_TOO_SMALL : error.message };
        }
        throw toAppError(error);
      }
    },

    findCharge: ({ customer, idempotencyKey }) =>
      translateErrors(async () => {
        const intent = await findAttempt(customer, idempotencyKey);
        return intent && toChargeState(intent);
      }),

    findEarlier: ({ customer, idempotencyKey, bill }) =>
      translateErrors(async () => {
        const isOfBill = ({ metadata, status }: Stripe.PaymentIntent) =>
          metadata['bill'] === bill &&
          metadata['attempt'] !== idempotencyKey &&
          (status === 'succeeded' || status === 'processing');
        const isTaken = (intent: Stripe.PaymentIntent) => isOfBill(intent) && keptCents(intent) > 0;
        const intent = await findIntent(customer, isTaken, ['data.latest_charge']);
        if (intent === undefined) return undefined;
        const isProcessing = intent.status === 'processing';
        return { payment: intent.id, amountCents: keptCents(intent), isProcessing };
      }),

    readCharge: (payment) => translateErrors(() => readIntent(payment)),

    cancelCharge: (payment) =>
      translateErrors(async () => {
        try {
          return toChargeState(await stripe.paymentIntents.cancel(payment));
        } catch (error) {
          // The payment has ended, or its bank is deciding.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return readIntent(payment);
        }
      }),

    readEvent(body, signature) {
      if (webhookSecret === undefined) throw new NotFoundError();
      try {
        return toProviderEvent(stripe.webhooks.constructEvent(body, signature, webhookSecret));
      } catch {
        throw new UnprocessableError('The signature of the event is not valid.');
      }
    },
  };
}
