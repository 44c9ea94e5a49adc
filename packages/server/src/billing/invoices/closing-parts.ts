import { formatMoney } from '@atrium/contract/billing/money';
import type { AccountClosingsParts } from '../../accounts/support/account-closing.service.ts';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services/services.service.ts';
import type { Billing } from '../billing.ts';

/** Consequences and debts when an owner closes the domain. */
export function closingParts({
  services,
  billing: { usage, wallet, invoices, monthClose, automaticPayments },
}: {
  services: Services;
  billing: Billing;
}): Pick<AccountClosingsParts, 'describeOwed' | 'endCharges' | 'findAmounts'> {
  /** Costs of the current month, and of ended months without an invoice. */
  async function getUnbilledCents(customer: Caller): Promise<number> {
    let { grandTotalCents: cents } = await usage.getCurrent(customer);
    for (const month of await monthClose.listDue())
      if (!(await invoices.hasMonth(customer, month)))
        cents += (await usage.getMonth(customer, month)).grandTotalCents;
    return cents;
  }

  return {
    async findAmounts(customer) {
      const [stored, usageCents, creditCents, unpaid, cards, automatic] = await Promise.all([
        services.findStored(customer),
        getUnbilledCents(customer),
        wallet.getVirtualCash(customer),
        invoices.listUnpaid(customer),
        wallet.listCards(customer),
        automaticPayments.get(customer),
      ]);
      return {
        files: stored.files ?? null,
        entries: stored.entries ?? null,
        runningUsageCents: usageCents,
        creditCents,
        unpaidInvoices: unpaid.map(({ invoiceId, amount, currency }) => ({ invoiceId, amount, currency })),
        cards: cards.map(({ last4 }) => last4),
        isPaidAutomatically: automatic.isOn,
      };
    },
    endCharges: (transaction, { domainId }) => automaticPayments.deleteOfDomain(transaction, domainId),
    describeOwed: ({ invoiceId, amount, currency }) =>
      `invoice ${invoiceId} (${formatMoney(amount, currency)})`,
  };
}
