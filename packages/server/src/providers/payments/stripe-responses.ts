import { CONFIRMATION_NEEDED } from '@atrium/contract/billing/automatic-payment';
import { UnavailableError } from '@atrium/host/errors';
import Stripe from 'stripe';
import { CardRefusedError, type ChargeState } from './payment-provider.ts';

/** Whether the account of today's keys does not have what was asked for. */
export function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Returns what the state of an intent means for the charge. */
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

/** What a payment took and has not given back since; read with its charge (`latest_charge`). */
export function keptCents({ amount, latest_charge: charge }: Stripe.PaymentIntent): number {
  return typeof charge === 'object' && charge !== null ? amount - charge.amount_refunded : amount;
}
