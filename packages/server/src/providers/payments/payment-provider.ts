import type { PaymentConfig } from '@atrium/contract/billing/setup';
import { UnprocessableError } from '@atrium/host/errors';

/** Error of an attempt begun with the keys of another account. */
export const OTHER_ACCOUNT =
  'The payment was not completed: another account at the card provider charges cards now.';

/** Error of a card that was added with the keys of another account, or whose customer was deleted at the provider. */
export const UNKNOWN_CARD =
  'The card provider does not know this card any more. Please add it again, and make it the default one.';

/** A card as its provider keeps it. The number stays with the provider. */
export interface KeptCard {
  customer: string;
  card: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Equal for equal card numbers of all customers; null if the provider has none. */
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
  /** Bill of the charge, the same in a database restored from a backup, whose ids differ. */
  bill: string;
  /** The attempt began so long ago that the provider may have forgotten its key: it is looked up first. */
  isOld: boolean;
  /** The holder is absent: a charge that their bank wants confirmed fails. */
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

/** Event that a provider sends. */
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
  /** Reason of a dispute, in the provider's own word. */
  reason: string | null;
  /** Outcome of a dispute; null until it is decided. */
  outcome: 'won' | 'lost' | null;
}

/**
 * A card payment provider. Every call may throw UnavailableError: then the outcome is unknown, and the same call must
 * be made again.
 */
export interface PaymentProvider {
  readonly name: PaymentConfig['provider'];
  /** Configuration of the script that creates card tokens in the browser. */
  readonly cardField: PaymentConfig;
  /**
   * Turns a token into a card that can be charged, for the holder's customer, or for a new one where there is none, or none
   * that the provider knows. Throws CardRefusedError.
   */
  keepCard(token: string, holder: { name: string; customer: string | null }): Promise<KeptCard>;
  /** Nothing can be charged to this card any more. Does nothing for one that was forgotten before. */
  forgetCard(card: string): Promise<void>;
  charge(charge: Charge): Promise<ChargeState>;
  /** Returns the charge made under a key, without charging anything; undefined if the request never arrived. */
  findCharge(charge: Pick<Charge, 'customer' | 'idempotencyKey'>): Promise<ChargeState | undefined>;
  findEarlier(charge: Charge): Promise<EarlierCharge | undefined>;
  /** The state of a charge that was made before. */
  readCharge(payment: string): Promise<ChargeState>;
  /** Ends a charge that its holder has not confirmed. Returns what became of it, also if that was decided before. */
  cancelCharge(payment: string): Promise<ChargeState>;
  /**
   * Parses a webhook of the provider. Returns its payment, and the amount reversed; undefined for other events. Throws
   * UnprocessableError if the signature is not the provider's.
   */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined;
}

/** The provider refused the card; the message is the provider's own. */
export class CardRefusedError extends UnprocessableError {}
