import { createHash } from 'node:crypto';
import type { CreateTestToken } from '@atrium/contract/billing/test-provider';
import { NotFoundError, UnavailableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { CardRefusedError, type ChargeState, type PaymentProvider } from './payment-provider.ts';
import {
  findTestCard,
  findTestCharge,
  insertTestCard,
  insertTestCharge,
  insertTestToken,
  type TestCharge,
  updateTestCardForgotten,
  updateTestChargeConfirmed,
  updateTestTokenUsed,
} from './test-provider.repository.ts';
import type { TestCardBehaviour } from './test-provider.tables.ts';

const DECLINED = 'Your card was declined.';
const NOT_AUTHENTICATED = 'The payment was not confirmed by the card holder.';
const CANCELED = 'The payment was not completed.';

const BEHAVIOURS: Record<string, TestCardBehaviour> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declines',
  '4000002500003155': 'needs-authentication',
  '4000000000000119': 'loses-answer',
};

/** The provider that is used while no Stripe keys are set: no money moves, but everything else is as with a real one. */
export interface TestPaymentProvider extends PaymentProvider {
  readonly name: 'test';
  /** Called by the provider's script in the card field. Throws CardRefusedError for an unknown number. */
  createToken(card: z.output<typeof CreateTestToken>): Promise<string>;
  /** Called by the provider's script when the holder confirms or refuses a payment. */
  confirm(clientSecret: string, isApproved: boolean): Promise<void>;
}

export function createTestProvider(db: Kysely<Database>, clock: Clock, random: Random): TestPaymentProvider {
  return {
    name: 'test',
    cardField: { provider: 'test', script: '/console/test-card-field.js' },

    async createToken({ number, expMonth, expYear }) {
      const behaviour = behaviourOf(number);
      if (behaviour === undefined) throw new CardRefusedError('Your card number is not a test card.');
      const now = clock.now();
      if (expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
        throw new CardRefusedError('Your card has expired.');
      }
      const token = `tok_${random.token()}`;
      await insertTestToken(db, {
        token,
        last4: number.slice(-4),
        expMonth,
        expYear,
        behaviour,
        fingerprint: createHash('sha256').update(`test card ${number}`).digest('base64url'),
        createdOn: now,
      });
      return token;
    },

    async keepCard(token, { customer }) {
      const used = await updateTestTokenUsed(db, token, clock.now());
      if (used === undefined)
        throw new CardRefusedError('The card token is not valid. Please enter the card again.');
      const { last4, expMonth, expYear, behaviour, fingerprint } = used;
      const card = { id: `card_${random.id()}`, customer: customer ?? `cus_${random.id()}` };
      await insertTestCard(db, { ...card, last4, expMonth, expYear, behaviour });
      return { customer: card.customer, card: card.id, last4, expMonth, expYear, fingerprint };
    },

    forgetCard: (card) => updateTestCardForgotten(db, card),

    async charge({ idempotencyKey, amountCents, currency, card }) {
      const kept = await findTestCard(db, card);
      if (kept === undefined) return { status: 'failed', payment: null, error: 'There is no such card.' };
      const isNew = await insertTestCharge(db, {
        id: `pay_${random.id()}`,
        idempotencyKey,
        cardId: card,
        amountCents,
        currency,
        status: statusOf(kept.behaviour),
        clientSecret: `secret_${random.token()}`,
        error: kept.behaviour === 'declines' ? DECLINED : null,
        createdOn: clock.now(),
      });
      if (isNew && kept.behaviour === 'loses-answer') {
        throw new UnavailableError('The card provider did not answer. Please try again.');
      }
      return toChargeState(await findTestCharge(db, 'idempotencyKey', idempotencyKey));
    },

    readEvent() {
      throw new NotFoundError();
    },

    async findCharge({ idempotencyKey }) {
      const charge = await findTestCharge(db, 'idempotencyKey', idempotencyKey);
      return charge && toChargeState(charge);
    },

    // Charges are in the database itself, so a lost database has lost these as well.
    findEarlier: async () => undefined,

    readCharge: async (payment) => toChargeState(await findTestCharge(db, 'id', payment)),

    async cancelCharge(payment) {
      const charge = await findTestCharge(db, 'id', payment);
      const canceled = { status: 'declined', error: CANCELED } as const;
      if (charge) await updateTestChargeConfirmed(db, charge.clientSecret, canceled);
      return toChargeState(await findTestCharge(db, 'id', payment));
    },

    async confirm(clientSecret, isApproved) {
      if ((await findTestCharge(db, 'clientSecret', clientSecret)) === undefined) throw new NotFoundError();
      await updateTestChargeConfirmed(
        db,
        clientSecret,
        isApproved ? { status: 'succeeded', error: null } : { status: 'declined', error: NOT_AUTHENTICATED },
      );
    },
  };
}

/** Besides the four known numbers, many cards that are as good as the first: 4242 at both ends, and a check digit that fits. */
function behaviourOf(number: string): TestCardBehaviour | undefined {
  if (/^4242\d{8}4242$/.test(number) && hasCheckDigit(number)) return 'succeeds';
  return BEHAVIOURS[number];
}

/** By the rule of Luhn, which all card numbers follow. */
function hasCheckDigit(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function statusOf(behaviour: TestCardBehaviour): TestCharge['status'] {
  if (behaviour === 'declines') return 'declined';
  return behaviour === 'needs-authentication' ? 'authentication' : 'succeeded';
}

function toChargeState(charge: TestCharge | undefined): ChargeState {
  if (charge === undefined) return { status: 'failed', payment: null, error: 'There is no such payment.' };
  if (charge.status === 'succeeded') return { status: 'succeeded', payment: charge.id };
  if (charge.status === 'declined')
    return { status: 'failed', payment: charge.id, error: charge.error ?? DECLINED };
  return { status: 'authentication', payment: charge.id, clientSecret: charge.clientSecret };
}
