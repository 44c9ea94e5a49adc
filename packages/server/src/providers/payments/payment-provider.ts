import type { PaymentConfig } from '@atrium/contract/billing/setup';
import { UnprocessableError } from '@atrium/host/errors';

/** Of an attempt that was begun with the keys of another account. */
export const OTHER_ACCOUNT =
  'The payment was not completed: another account at the card provider charges cards now.';

/** Of a card that was added with the keys of another account, or whose customer was deleted at the provider. */
export const UNKNOWN_CARD =
  'The card provider does not know this card any more. Please add it again, and make it the default one.';

/** A card as its provider keeps it. The number stays with the provider. */
export interface KeptCard {
  customer: string;
  card: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for the same number, whoever enters it; null where the provider does not know. */
  fingerprint: string | null;
}

export interface Charge {
  /** The same key charges once, however often it is sent. */
  idempotencyKey: string;
  /** Minor units of the currency. */
  amountCents: number;
  /** ISO 4217, lower case. */
  currency: string;
  customer: string;
  card: string;
  description: string;
  /** What it pays, the same in a database that was restored from a backup, whose ids are others. */
  bill: string;
  /** The attempt began so long ago that the provider may have forgotten its key: it is looked up first. */
  isOld: boolean;
  /** Its holder is away: a charge that their bank wants confirmed fails. */
  isOffSession: boolean;
}

/** The state of a charge at the provider. */
export type ChargeState =
  /** `isEarlier`: under another key, which this database does not know or took for failed. */
  | { status: 'succeeded'; payment: string; isEarlier?: boolean }
  /** `error` is the provider's own text, meant for the card holder; `instead` was charged for the same bill before. */
  | { status: 'failed'; payment: string | null; error: string; instead?: EarlierAmount }
  /** The provider has not decided yet; the state is read again later. */
  | { status: 'processing'; payment: string }
  /** The holder must confirm in the browser, with the secret; then the state is read again. */
  | { status: 'authentication'; payment: string; clientSecret: string };

interface EarlierAmount {
  payment: string;
  amountCents: number;
}

/** A charge of the same bill under another key, which took money or may still do so. */
interface EarlierCharge extends EarlierAmount {
  isProcessing: boolean;
}

/** What a provider tells without being asked. */
export interface ProviderEvent {
  payment: string;
  /** Absent: the state of the payment has changed. */
  reversal?: ProviderReversal;
}

/** A dispute or the refunds of a charge. */
export interface ProviderReversal {
  id: string;
  kind: 'dispute' | 'refund';
  /** In all, minor units. */
  amountCents: number;
  /** Of a dispute, in the provider's own word. */
  reason: string | null;
  /** Of a dispute: whether the payment stands; null until it is decided. */
  outcome: 'won' | 'lost' | null;
}

/**
 * A card payment provider. Every call may throw UnavailableError: then the outcome is unknown, and the same call must
 * be made again.
 */
export interface PaymentProvider {
  readonly name: PaymentConfig['provider'];
  /** What makes card tokens in the browser. */
  readonly cardField: PaymentConfig;
  /**
   * Turns a token into a card that can be charged, for the holder's customer, or for a new one where there is none, or none
   * that the provider knows. Throws CardRefusedError.
   */
  keepCard(token: string, holder: { name: string; customer: string | null }): Promise<KeptCard>;
  /** Nothing can be charged to this card any more. Does nothing for one that was forgotten before. */
  forgetCard(card: string): Promise<void>;
  charge(charge: Charge): Promise<ChargeState>;
  /** What was charged under a key, without charging anything; undefined if the request never arrived. */
  findCharge(charge: Pick<Charge, 'customer' | 'idempotencyKey'>): Promise<ChargeState | undefined>;
  findEarlier(charge: Charge): Promise<EarlierCharge | undefined>;
  /** The state of a charge that was made before. */
  readCharge(payment: string): Promise<ChargeState>;
  /** Ends a charge that its holder has not confirmed. Returns what became of it, also if that was decided before. */
  cancelCharge(payment: string): Promise<ChargeState>;
  /**
   * Reads what the provider sent to the webhook. Returns the payment that it is about, and what went back of it;
   * undefined if it is about something else. Throws UnprocessableError when the signature is not the provider's.
   */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined;
}

/** The provider refused the card; the message is the provider's own. */
export class CardRefusedError extends UnprocessableError {}
