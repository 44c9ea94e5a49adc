import { getInvoicePdf } from '@atrium/contract/billing/invoice';
import { fillPath } from '@atrium/contract/endpoint-path';
import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { BillingTables } from './billing.tables.ts';

const PROVIDERS = 'What the payment provider knows the card by.';

/** Personal data in billing. */
export const billingPersonTables: PersonTables<BillingTables> = {
  addresses: {
    list: 'addresses',
    about: 'Your billing addresses.',
    whose: ownedBy('userId'),
    order: ['id'],
  },
  automaticPayments: {
    list: 'automaticPayments',
    about: 'Since when your invoices are charged to your default card automatically.',
    whose: ownedBy('userId'),
    order: ['userId'],
  },
  automaticCharges: {
    list: 'automaticCharges',
    about: 'Your invoices that are charged automatically: how often that failed, and when it is tried next.',
    whose: ownedBy('userId'),
    order: ['invoiceId'],
  },
  budgets: {
    list: 'budgets',
    about:
      'The amounts in a month at which you wanted an e-mail, the functions that stop at them, and the last month that reached or preceded each.',
    whose: ownedBy('userId'),
    order: ['id'],
  },
  cards: {
    list: 'cards',
    about: 'Your cards, with their last four digits: the platform never knew more of the number.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { providerCustomer: PROVIDERS, providerCard: PROVIDERS },
  },
  freeTierCards: {
    list: 'freeTierCards',
    about: 'When a card of yours had the free tier.',
    whose: ownedBy('userId'),
    order: ['provider', 'fingerprint'],
    except: { fingerprint: 'A hash of the card number, made by the payment provider.' },
  },
  invoices: {
    list: 'invoices',
    about: 'Your invoices. `pdf` is the path of each as a document.',
    whose: ownedBy('userId'),
    order: ['month', 'id'],
    derive: ({ id }) => ({ pdf: fillPath(getInvoicePdf.path, { id }) }),
  },
  payments: {
    list: 'payments',
    about: 'Attempts to charge your cards.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and invoice_id in (
      select id from invoices where invoices.domain_id = ${domainId} and user_id = ${userId})`,
    order: ['id'],
  },
  paymentReversals: {
    list: 'paymentReversals',
    about: 'Refunds and disputes of your payments.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and invoice_id in (
      select id from invoices where invoices.domain_id = ${domainId} and user_id = ${userId})`,
    order: ['id'],
  },
  creditEntries: {
    list: 'credits',
    about: 'Credit that you were given, and what invoices took of it.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { givenBy: 'It names another person.' },
  },
  usageDays: {
    list: 'usage',
    about: 'What you used of the services, day by day.',
    whose: ownedBy('userId'),
    order: ['payerId', 'day', 'serviceId', 'metric', 'target', 'version', 'userId', 'usedOn'],
    except: { payerId: 'Whoever pays may be another person.' },
  },
  usageEvents:
    'The same usage, measurement by measurement: the days are what it adds up to, and what is billed.',
  usageMonths: 'The same usage, added up by month.',
  usageMetricDays: 'The same usage, added up over functions, and over people.',
  usagePruning: 'Until which day measurements were deleted, whoever they were of.',
  usageRejections: 'Measurements of services that count for no one, kept for the operator.',
  billingPeriods: 'Months of the platform, not of a person.',
  budgetWalks: 'How far the last look at the budgets of all customers has come.',
  invoiceNotices: 'That mails about your invoices were requested.',
  invoiceNumbers: 'The last number of each year.',
};
