import { formatMoney } from '@atrium/contract/billing/money';
import type { AccountClosingsParts } from '../accounts/account-closing.service.ts';
import type { Services } from '../services/services.service.ts';
import type { Billing } from './billing.ts';

/** What ends and what is owed when an owner closes the domain. */
export function closingParts({
  services,
  billing: { usage, wallet, invoices },
}: {
  services: Services;
  billing: Billing;
}): Pick<AccountClosingsParts, 'describeOwed' | 'findAmounts'> {
  return {
    async findAmounts(customer) {
      const [stored, { grandTotalCents }, creditCents, unpaid, cards] = await Promise.all([
        services.findStored(customer),
        usage.getCurrent(customer),
        wallet.getVirtualCash(customer),
        invoices.listUnpaid(customer),
        wallet.listCards(customer),
      ]);
      return {
        files: stored.files ?? null,
        entries: stored.entries ?? null,
        runningUsageCents: grandTotalCents,
        creditCents,
        unpaidInvoices: unpaid.map(({ invoiceId, amount, currency }) => ({ invoiceId, amount, currency })),
        cards: cards.map(({ last4 }) => last4),
      };
    },
    describeOwed: ({ invoiceId, amount, currency }) =>
      `invoice ${invoiceId} (${formatMoney(amount, currency)})`,
  };
}
