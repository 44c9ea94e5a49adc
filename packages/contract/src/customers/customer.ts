import { z } from 'zod';
import { Session } from '../accounts/sessions.ts';
import { Card } from '../billing/card.ts';
import { Invoice } from '../billing/invoice.ts';
import { Usage } from '../billing/usage.ts';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

export const CUSTOMER_PAGE_SIZE = 50;
const MAX_CUSTOMER_PAGE_SIZE = 200;
const TEXT_MAX_LENGTH = 200;

/** A domain and its owner; the id is the domain's. */
export const Customer = z.object({
  id: z.uuid(),
  /** Name of the domain. */
  name: z.string(),
  createdOn: z.iso.datetime(),
  /** Null once the owner's account is closed. */
  owner: z
    .object({
      userId: z.uuid(),
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
    })
    .nullable(),
  /** While it is set, no one of the domain can sign in. */
  lockedOn: z.iso.datetime().nullable(),
  /** Written by the administrator; invisible to customers. */
  lockedBecause: z.string().nullable(),
  /** Set once the owner has closed the account. */
  closedOn: z.iso.datetime().nullable(),
  /** When the content of a closed account is deleted; until then the operator can reopen it. */
  contentEndsOn: z.iso.datetime().nullable(),
  /** Administrators of the platform belong to it. */
  hasAdministrator: z.boolean(),
  unpaidInvoices: z.int(),
  /** Number of overdue invoices among them. */
  overdueInvoices: z.int(),
  /** Due date of the invoice that has been overdue longest. */
  overdueSince: z.iso.datetime().nullable(),
});
export type Customer = z.infer<typeof Customer>;

/** Place of a customer in the list, newest first. */
export const CustomerPosition = z.object({ createdOn: z.iso.datetime(), id: z.uuid() });
export type CustomerPosition = z.infer<typeof CustomerPosition>;

export const CustomerPerson = z.object({
  userId: z.uuid(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  /** False until an invitation is accepted or an address confirmed. */
  isConfirmed: z.boolean(),
});
export type CustomerPerson = z.infer<typeof CustomerPerson>;

/** An invoice without the lines of its bill. */
export const CustomerInvoice = Invoice.omit({ bill: true, address: true });
export type CustomerInvoice = z.infer<typeof CustomerInvoice>;

/** An attempt to charge a card. */
export const CustomerPayment = z.object({
  id: z.uuid(),
  createdOn: z.iso.datetime(),
  /** The printed number. */
  invoiceId: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  last4: z.string(),
  status: z.enum(['open', 'succeeded', 'failed']),
  error: z.string().nullable(),
  /** Charged while no one was there; absent from a release without automatic payment. */
  isAutomatic: z.boolean().optional(),
});
export type CustomerPayment = z.infer<typeof CustomerPayment>;

const tag = 'customers';

export const searchCustomers = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag,
  summary: 'List customers found by anything printed, newest first, a page at a time',
  body: z.object({
    /**
     * Beginnings of words of a name, a username or an e-mail address; or a whole invoice number, the last four digits of a
     * card, or an id. Empty for all.
     */
    text: z.string().trim().max(TEXT_MAX_LENGTH).default(''),
    /** The last customer of the page before. */
    after: CustomerPosition.optional(),
    size: z.int().min(1).max(MAX_CUSTOMER_PAGE_SIZE).default(CUSTOMER_PAGE_SIZE),
  }),
  response: z.object({
    content: z.array(Customer),
    /** Cursor of the next page; null on the last one. */
    next: CustomerPosition.nullable(),
  }),
});

export const getCustomer = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}',
  access: 'ADMIN_ONLY',
  tag,
  summary: 'Get a customer',
  params: IdParams,
  response: Customer,
  errors: ['notFound'],
});

export const getCustomerUsage = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}/usage',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag,
  summary: "Get a customer's usage of the current, unbilled month (UTC)",
  params: IdParams,
  response: Usage,
  errors: ['notFound'],
});

export const listCustomerInvoices = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}/invoices',
  access: 'ADMIN_ONLY',
  tag,
  summary: "List a customer's latest invoices, newest first",
  params: IdParams,
  response: z.array(CustomerInvoice),
  errors: ['notFound'],
});

export const getCustomerPayments = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}/payments',
  access: 'ADMIN_ONLY',
  tag,
  summary: "Get a customer's cards, oldest first, and latest payments, newest first",
  params: IdParams,
  response: z.object({ cards: z.array(Card), payments: z.array(CustomerPayment) }),
  errors: ['notFound'],
});

export const listCustomerPeople = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}/people',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag,
  summary: "List the people of a customer's domain, the owner first",
  params: IdParams,
  response: z.array(CustomerPerson),
  errors: ['notFound'],
});

export const listCustomerSessions = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}/sessions',
  access: 'ADMIN_ONLY',
  tag,
  summary: "List the open sessions of a customer's people, latest use first",
  params: IdParams,
  response: z.array(Session),
  errors: ['notFound'],
});
