import { formatMoney } from '@atrium/contract/billing/money';
import type { UsageRejection } from '../billing/metering/usage-rejection.repository.ts';
import type { ListedReversal } from '../billing/payments/reversal.repository.ts';
import type { UnwantedCharge } from '../billing/payments/unwanted-charge.repository.ts';

/** An event of usage that was refused, for the operator. */
export function rejectionLineOf({
  event,
  reason,
  receivedOn,
}: UsageRejection & { receivedOn: Date }): string {
  const { serviceId, id, domainId, userId, metric, target, type, quantity, at } = event;
  const used = [metric, target, type, String(quantity), at];
  // A service chooses the texts, and a terminal would obey some of them.
  const texts = [serviceId, id, domainId, userId, ...used].map((text) => text.replaceAll(/\p{Cc}/gu, ' '));
  return [receivedOn.toISOString(), ...texts, reason].join('\t');
}

/** A charge that pays no invoice, for the operator. */
export function chargeLineOf(charge: UnwantedCharge): string {
  const { createdOn, domainId, invoiceNumber, amountCents, currency, provider, providerPayment, error } =
    charge;
  const amount = formatMoney(amountCents, currency);
  const place = [provider, providerPayment ?? 'unknown charge'];
  return [createdOn.toISOString(), domainId, invoiceNumber, amount, ...place, error ?? ''].join('\t');
}

/** A dispute or a refund, for the operator. */
export function reversalLineOf(reversal: ListedReversal): string {
  const { changedOn, domainId, invoiceNumber, kind, amountCents, currency, provider, providerId } = reversal;
  const state = kind === 'refund' ? kind : `${kind} ${reversal.outcome ?? 'open'}`;
  const place = [state, formatMoney(amountCents, currency), provider, providerId, reversal.reason ?? ''];
  return [changedOn.toISOString(), domainId, invoiceNumber, ...place].join('\t');
}
