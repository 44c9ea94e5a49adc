import { UnavailableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { DomainLocks } from '../../accounts/support/domain-lock.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Charge, ChargeState, PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { findWantedCharge } from '../automatic-payments/automatic-charge.repository.ts';
import type { StoredCard } from './card.repository.ts';
import { findBill, type Payment } from './payment.repository.ts';
import {
  LOCKED_TEXT,
  OTHER_AMOUNT_TEXT,
  OTHER_DEFAULT_TEXT,
  OTHER_PROVIDER_TEXT,
  TURNED_OFF_TEXT,
} from './payment-texts.ts';

/** Providers keep the keys of charges for a day. */
const OLD_AFTER_MS = 20 * 3_600_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  locks: Pick<DomainLocks, 'isOpen'>;
  provider: PaymentProvider;
}

/**
 * The state of an attempt at the provider, which charges if it has not heard of it yet. A try of automatic payment that
 * no person asks for (`isAsked`) charges only what its customer still wants: its request may have been lost long ago.
 */
export async function askProvider(
  parts: Parts,
  payment: Payment,
  card: StoredCard,
  isAsked: boolean,
): Promise<ChargeState> {
  const { db, clock, provider } = parts;
  const { providerPayment } = payment;
  if (payment.provider !== provider.name)
    return { status: 'failed', payment: providerPayment, error: OTHER_PROVIDER_TEXT };
  if (providerPayment !== null) return provider.readCharge(providerPayment);
  const charge: Charge = {
    idempotencyKey: payment.id,
    amountCents: payment.amountCents,
    currency: payment.currency,
    customer: card.providerCustomer,
    card: card.providerCard,
    description: `Invoice ${payment.invoiceId}`,
    bill: await findBill(db, payment),
    isOld: clock.now().getTime() - payment.createdOn.getTime() > OLD_AFTER_MS,
    isOffSession: payment.isAutomatic,
  };
  const objection = payment.isAutomatic && !isAsked ? await findObjection(parts, payment) : undefined;
  if (objection !== undefined)
    return (await provider.findCharge(charge)) ?? { status: 'failed', payment: null, error: objection };
  return (await findEarlierState(provider, charge)) ?? provider.charge(charge);
}

/** Why an automatic try may not charge its card any more. */
async function findObjection({ db, locks }: Parts, payment: Payment): Promise<string | undefined> {
  const wanted = await findWantedCharge(db, payment);
  if (wanted?.isNoted !== true) return TURNED_OFF_TEXT;
  if (!wanted.isDefault) return OTHER_DEFAULT_TEXT;
  return (await locks.isOpen(db, payment.domainId)) ? undefined : LOCKED_TEXT;
}

/**
 * State that an earlier charge of the same bill implies for an attempt. A database restored from a backup lacks later
 * charges, and must not charge a bill twice.
 */
async function findEarlierState(provider: PaymentProvider, charge: Charge): Promise<ChargeState | undefined> {
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
