import { UnavailableError } from '@atrium/host/errors';
import type { Charge, ChargeState, PaymentProvider } from '../providers/payments/payment-provider.ts';
import { OTHER_AMOUNT_TEXT } from './payment-texts.ts';

/**
 * What a charge of the same bill means for an attempt. A database that was restored from a backup does not know what was
 * charged after it, and charges no bill a second time.
 */
export async function findEarlierState(
  provider: PaymentProvider,
  charge: Charge,
): Promise<ChargeState | undefined> {
  const earlier = await provider.findEarlier(charge);
  if (earlier === undefined) return undefined;
  if (earlier.isProcessing)
    throw new UnavailableError(
      'An earlier payment is being processed. Please check again in a few minutes.',
      30,
    );
  // Usage may have been lost with the database. Without its id as this one's: it is not for us to cancel.
  const { payment, amountCents } = earlier;
  if (amountCents !== charge.amountCents)
    return { status: 'failed', payment: null, error: OTHER_AMOUNT_TEXT, instead: { payment, amountCents } };
  return { status: 'succeeded', payment, isEarlier: true };
}
