import { CONFIRMATION_NEEDED } from '@atrium/contract/billing/automatic-payment';
import { UnavailableError } from '@atrium/host/errors';
import Stripe from 'stripe';
import { CardRefusedError, type ChargeState, type ProviderEvent } from './payment-provider.ts';

/** Whether the account of the current keys lacks the requested object. */
export function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Maps the state of an intent to the charge's. */
export function toChargeState(intent: Stripe.PaymentIntent): ChargeState {
  if (intent.status === 'succeeded') return { status: 'succeeded', payment: intent.id };
  if (intent.status === 'requires_action' && intent.client_secret !== null) {
    return { status: 'authentication', payment: intent.id, clientSecret: intent.client_secret };
  }
  if (intent.status === 'processing') {
    return { status: 'processing', payment: intent.id };
  }
  return {
    status: 'failed',
    payment: intent.id,
    error: refusalOf(intent.last_payment_error),
  };
}

/** Returns the payment of an event, and its refunded amount; undefined for other events. */
export function toProviderEvent(event: Stripe.Event): ProviderEvent | undefined {
  if (event.type.startsWith('payment_intent.') && 'id' in event.data.object)
    return { payment: event.data.object.id };
  switch (event.type) {
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id, amount, payment_intent: intent, reason, status } = event.data.object;
      // An inquiry that is closed took nothing.
      const isWon = status === 'won' || status === 'warning_closed';
      const outcome = isWon ? 'won' : status === 'lost' ? 'lost' : null;
      return withPayment(intent, { id, kind: 'dispute', amountCents: amount, reason, outcome });
    }
    case 'charge.refunded': {
      const { id, amount_refunded: amountCents, payment_intent: intent } = event.data.object;
      return withPayment(intent, { id, kind: 'refund', amountCents, reason: null, outcome: null });
    }
    default:
      return undefined;
  }
}

function withPayment(
  intent: string | { id: string } | null,
  reversal: NonNullable<ProviderEvent['reversal']>,
): ProviderEvent | undefined {
  if (intent === null) return undefined;
  return { payment: typeof intent === 'string' ? intent : intent.id, reversal };
}

/** Why a card could not be charged, in Stripe's own words where they are for its holder. */
export function refusalOf(error: { code?: string; message?: string } | null): string {
  if (error?.code === 'authentication_required') return CONFIRMATION_NEEDED;
  return error?.message ?? 'The payment was not completed.';
}

/** Runs a call to Stripe and throws its failures as errors of the product. */
export async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toAppError(error);
  }
}

/** Returns Stripe's error in the product's words; any other error stays as it is. */
export function toAppError(error: unknown): unknown {
  if (
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  ) {
    return new CardRefusedError(error.message, { cause: error });
  }
  if (error instanceof Stripe.errors.StripeError) {
    return new UnavailableError('The card provider cannot be reached. Please try again.', 10, error);
  }
  return error;
}

/** Amount of a payment less later refunds; requires the expanded charge (`latest_charge`). */
export function keptCents({ amount, latest_charge: charge }: Stripe.PaymentIntent): number {
  return typeof charge === 'object' && charge !== null ? amount - charge.amount_refunded : amount;
}
