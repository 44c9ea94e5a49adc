import type { BudgetStop } from '@atrium/contract/billing/budget-fields';
import type { Seller } from '@atrium/contract/billing/seller';
import type { ServiceUsage } from '@atrium/contract/billing/usage';
import type { Measure } from '@atrium/contract/pricing/measure';
import type { Hashed, Time, Token } from '@atrium/host/database/columns';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { z } from 'zod';

interface UsageKey {
  domainId: string;
  userId: string;
  serviceId: string;
  metric: string;
  target: string;
}

interface UsageSums extends UsageKey {
  payerId: string;
  calls: number;
  milliseconds: number;
  bytes: number;
}

interface OwnedRow {
  id: string;
  domainId: string;
  userId: string;
  isDefault: boolean;
  createdOn: Time;
  removedOn: Time | null;
}

export interface AddressColumns {
  country: string;
  city: string;
  line1: string;
  line2: string;
  zip: string;
  companyName: string;
  companyVat: string;
}

type Json<T> = ColumnType<T, string | null, string | null>;

/** `day` is the day of billing, `usedOn` the day of use: earlier for usage of closed months. */
interface UsageDay {
  day: string;
  usedOn: string;
}

/** The uuid of an invoice. In the API, `invoiceId` is the printed number: the brand keeps the two apart. */
export type InvoiceKey = string & z.$brand<'InvoiceKey'>;

export interface BillingTables {
  usageEvents: UsageKey & {
    id: string;
    batchId: string;
    type: Measure;
    quantity: number;
    at: Time;
    billedDay: string;
  };
  usagePruning: { isOnly: Generated<boolean>; before: string };
  usageRejections: {
    serviceId: string;
    eventId: string;
    event: JSONColumnType<object>;
    reason: string;
    receivedOn: Time;
  };
  /** `version` of the configuration; -1 if it isn't known. */
  usageDays: UsageSums & UsageDay & { version: number };
  /** The same over all functions and versions, test runs apart; of each user, and of all of a payer together (`ALL_USERS`). */
  usageMetricDays: UsageSums & UsageDay;
  /** The same by month of billing, over all versions. */
  usageMonths: UsageSums & { month: string };
  billingPeriods: { month: string; sealedOn: Time; invoicedOn: Time | null };
  cards: OwnedRow & {
    provider: string;
    providerCustomer: Token;
    providerCard: Token;
    holderName: string;
    last4: string;
    expMonth: number;
    expYear: number;
    expiryMailedOn: Time | null;
  };
  freeTierCards: {
    provider: string;
    fingerprint: Hashed<string>;
    domainId: string;
    userId: string;
    givenOn: Time;
  };
  budgets: {
    id: string;
    domainId: string;
    userId: string;
    cents: number;
    /** The last month that reached it, or that had ended when the amount was set. */
    reachedIn: string | null;
    reachedOn: Time | null;
    createdOn: Time;
    stops: JSONColumnType<BudgetStop[]>;
  };
  budgetWalks: { month: string; afterUserId: string };
  addresses: OwnedRow & AddressColumns;
  invoiceNumbers: { year: number; lastNumber: number };
  invoices: {
    id: ColumnType<InvoiceKey, string, string>;
    number: string;
    domainId: string;
    userId: string;
    month: string;
    periodStart: string;
    periodEnd: string;
    createdOn: Time;
    dueDate: Time;
    currency: string;
    grandTotalCents: number;
    discountCents: number;
    services: JSONColumnType<ServiceUsage[]>;
    address: Json<AddressColumns | null>;
    card: Json<{ name: string; last4: string } | null>;
    seller: Json<Seller>;
    paidOn: Time | null;
    paymentError: string | null;
  };
  /** Invoice notices that were sent to the readers of bills. */
  invoiceNotices: {
    invoiceId: ColumnType<InvoiceKey, string, string>;
    news: 'issued' | 'due';
    domainId: string;
    notedOn: Time;
  };
  automaticPayments: { userId: string; domainId: string; createdOn: Time };
  automaticCharges: {
    invoiceId: ColumnType<InvoiceKey, string, string>;
    domainId: string;
    userId: string;
    firstOn: Time;
    failedTries: Generated<number>;
    nextOn: Time | null;
  };
  payments: {
    id: string;
    invoiceId: ColumnType<InvoiceKey, string, string>;
    domainId: string;
    cardId: string;
    provider: string;
    providerPayment: string | null;
    amountCents: number;
    currency: string;
    status: Generated<'open' | 'succeeded' | 'failed'>;
    error: string | null;
    createdOn: Time;
    finishedOn: Time | null;
    isAutomatic: Generated<boolean>;
  };
  paymentReversals: {
    id: string;
    domainId: string;
    invoiceId: ColumnType<InvoiceKey, string, string>;
    paymentId: string;
    provider: string;
    providerId: string;
    kind: 'dispute' | 'refund';
    amountCents: number;
    reason: string | null;
    outcome: 'won' | 'lost' | null;
    createdOn: Time;
    changedOn: Time;
  };
  creditEntries: {
    id: string;
    domainId: string;
    userId: string;
    cents: number;
    reason: string;
    creditId: string | null;
    invoiceId: ColumnType<InvoiceKey | null, string | null, string | null>;
    expiresOn: Generated<string | null>;
    isGiven: Generated<boolean>;
    givenBy: Generated<string | null>;
    createdOn: Time;
  };
}
