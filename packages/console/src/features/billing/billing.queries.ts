import { listAddresses } from '@atrium/contract/billing/address';
import { hasCard, listCards } from '@atrium/contract/billing/card';
import {
  DASHBOARD_INVOICES,
  getInvoice,
  listInvoices,
  PERIOD_SELECTOR_SIZE,
} from '@atrium/contract/billing/invoice';
import { getPaymentConfig } from '@atrium/contract/billing/setup';
import { getUsage, getVirtualCash } from '@atrium/contract/billing/usage';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { getFreeTierOffer } from '@atrium/contract/pricing/bonus';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

export const usageQuery = () => endpointQuery(getUsage, {});
export const virtualCashQuery = () => endpointQuery(getVirtualCash, {});
export const freeTierOfferQuery = () => endpointQuery(getFreeTierOffer, {});
export const hasCardQuery = () => endpointQuery(hasCard, {});
export const cardsQuery = () => endpointQuery(listCards, {});
export const addressesQuery = () => endpointQuery(listAddresses, {});
export const paymentConfigQuery = () => endpointQuery(getPaymentConfig, {});

const invoicesQuery = (size: number) => endpointQuery(listInvoices, { body: { page: 0, size } });
export const latestInvoicesQuery = () => invoicesQuery(DASHBOARD_INVOICES);
export const periodsQuery = () => invoicesQuery(PERIOD_SELECTOR_SIZE);
export const invoiceQuery = (id: string) => endpointQuery(getInvoice, { params: { id } });

/** After a payment, whatever shows invoices is read again. */
export async function refreshInvoices(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: endpointKey(listInvoices) }),
    client.invalidateQueries({ queryKey: endpointKey(getInvoice) }),
    client.invalidateQueries({ queryKey: endpointKey(getVirtualCash) }),
  ]);
}
