import { listAddresses } from '@atrium/contract/billing/address';
import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { hasCard, listCards } from '@atrium/contract/billing/card';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { getPaymentConfig } from '@atrium/contract/billing/setup';
import { getUsage, getVirtualCash } from '@atrium/contract/billing/usage';
import { getFreeTierOffer } from '@atrium/contract/pricing/free-tier';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { readAgain } from '../../api/read-again.ts';

const PERIOD_SELECTOR_SIZE = 50;

const DASHBOARD_INVOICES = 3;

/** Number of unpaid invoices listed individually. */
const NAMED_UNPAID = 5;

export const usageQuery = () => endpointQuery(getUsage, {});
export const virtualCashQuery = () => endpointQuery(getVirtualCash, {});
export const freeTierOfferQuery = () => endpointQuery(getFreeTierOffer, {});
export const hasCardQuery = () => endpointQuery(hasCard, {});
export const cardsQuery = () => endpointQuery(listCards, {});
export const addressesQuery = () => endpointQuery(listAddresses, {});
export const automaticPaymentQuery = () => endpointQuery(getAutomaticPayment, {});
export const paymentConfigQuery = () => endpointQuery(getPaymentConfig, {});

const invoicesQuery = (size: number) => endpointQuery(listInvoices, { body: { page: 0, size } });
export const latestInvoicesQuery = (size = DASHBOARD_INVOICES) => invoicesQuery(size);
export const unpaidInvoicesQuery = () =>
  endpointQuery(listInvoices, { body: { page: 0, size: NAMED_UNPAID, isUnpaid: true } });
export const periodsQuery = () => invoicesQuery(PERIOD_SELECTOR_SIZE);

/** After an attempt to pay, everything that shows invoices is read again, and the cards, of which another may be the default. */
export function readAfterPayment(client: QueryClient): Promise<void> {
  return readAgain(client, [listInvoices, getInvoice, getVirtualCash, listCards]);
}
