import { formatCents } from '@atrium/contract/billing/money';
import { FREE_TIER_BONUS } from '@atrium/contract/pricing/free-tier';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Bonuses } from '../../pricing/bonus.service.ts';
import type { KeptCard, PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { hasCreditOf, insertCreditEntries } from './credit.repository.ts';
import { insertFreeTierCard } from './free-tier-card.repository.ts';

interface Parts {
  clock: Clock;
  random: Random;
  audit: Audit;
  bonuses: Pick<Bonuses, 'getFreeTierCents'>;
  payments: Pick<PaymentProvider, 'name'>;
}

/** Cents of free tier that a customer with a card that never had it would be given now. */
export async function findFreeTierCents({ bonuses }: Pick<Parts, 'bonuses'>, db: Store, caller: Caller) {
  // A child user's usage is its parent's, and a customer gets the bonus only once, even after removing all cards.
  const isFor = caller.parentId === null && !(await hasCreditOf(db, caller, FREE_TIER_BONUS));
  return isFor ? bonuses.getFreeTierCents(db) : 0;
}

/** Grants the free tier, once for each customer and card. Returns the cents that were granted. */
export async function giveFreeTier(
  parts: Parts,
  transaction: Store,
  caller: Caller,
  { fingerprint }: KeptCard,
): Promise<number> {
  const { clock, random, audit, payments } = parts;
  const cents = await findFreeTierCents(parts, transaction, caller);
  if (cents === 0 || fingerprint === null) return 0;
  const { domainId, userId } = caller;
  const card = { provider: payments.name, fingerprint, givenOn: clock.now(), domainId, userId };
  if (!(await insertFreeTierCard(transaction, card))) return 0;
  const entry = { id: random.id(), domainId, userId, cents, createdOn: clock.now() };
  await insertCreditEntries(transaction, [
    { ...entry, reason: FREE_TIER_BONUS, creditId: null, invoiceId: null },
  ]);
  await audit.record(transaction, {
    caller,
    action: 'credit.give',
    message: `Received ${formatCents(cents)} of free credit`,
  });
  return cents;
}
