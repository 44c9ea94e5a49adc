import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Events } from '../database/events.ts';
import type { Database } from '../database/schema.ts';
import type { Bonuses } from '../pricing/bonus.service.ts';
import type { Pricing } from '../pricing/pricing.service.ts';
import type { StripeProvider } from '../providers/payments/stripe-provider.ts';
import type { TestPaymentProvider } from '../providers/payments/test-provider.ts';
import { createInvoices, type Invoices } from './invoices.service.ts';
import { createMonthClose, type MonthClose } from './month-close.service.ts';
import { createPayments, type Payments } from './payment.service.ts';
import { createRehearsals, type Rehearsals } from './rehearsal.service.ts';
import { createUsageOverview, type UsageOverview } from './usage.service.ts';
import { createUsageIntake, type UsageIntake } from './usage-intake.service.ts';
import { createWallet, type Wallet } from './wallet.service.ts';

/** Usage, invoices and payment: the parts of the billing domain. */
export interface Billing {
  provider: StripeProvider | TestPaymentProvider;
  intake: UsageIntake;
  usage: UsageOverview;
  wallet: Wallet;
  invoices: Invoices;
  payments: Payments;
  monthClose: MonthClose;
  rehearsals: Rehearsals;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  events: Pick<Events, 'publish'>;
  pricing: Pricing;
  bonuses: Bonuses;
  provider: StripeProvider | TestPaymentProvider;
  /** Names of the services on a bill. */
  listNames: () => Promise<{ id: string; name: string }[]>;
}

export function createBilling({
  db,
  clock,
  random,
  audit,
  events,
  pricing,
  bonuses,
  provider,
  listNames,
}: Parts): Billing {
  return {
    provider,
    intake: createUsageIntake(db, clock),
    usage: createUsageOverview(db, clock, pricing, listNames),
    wallet: createWallet({ db, clock, random, audit, bonuses, payments: provider }),
    invoices: createInvoices(db),
    payments: createPayments({ db, clock, random, audit, provider, events }),
    monthClose: createMonthClose({ db, clock, random, events, pricing, listNames }),
    rehearsals: createRehearsals(db, pricing),
  };
}
