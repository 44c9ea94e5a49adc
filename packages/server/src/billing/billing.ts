import type { Kysely } from 'kysely';
import type { People } from '../accounts/people.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Bonuses } from '../pricing/bonus.service.ts';
import type { Pricing } from '../pricing/pricing.service.ts';
import type { StripeProvider } from '../providers/payments/stripe-provider.ts';
import type { TestPaymentProvider } from '../providers/payments/test-provider.ts';
import { Credits } from './credit.service.ts';
import { Invoices } from './invoice.service.ts';
import { MonthClose } from './month-close.service.ts';
import { deleteAllOwned } from './owned.repository.ts';
import { Payments } from './payment.service.ts';
import { Rehearsals } from './rehearsal.service.ts';
import { UsageOverview } from './usage.service.ts';
import { UsageIntake } from './usage-intake.service.ts';
import { Wallet } from './wallet.service.ts';

/** Usage, invoices and payment: the parts of the billing area. */
export interface Billing {
  provider: StripeProvider | TestPaymentProvider;
  intake: UsageIntake;
  usage: UsageOverview;
  wallet: Wallet;
  credits: Credits;
  invoices: Invoices;
  payments: Payments;
  monthClose: MonthClose;
  rehearsals: Rehearsals;
  /** Deletes what a closed domain pays with no longer. */
  deleteDomain(store: Store, domainId: string): Promise<void>;
}

export interface BillingParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  people: People;
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
  people,
  events,
  pricing,
  bonuses,
  provider,
  listNames,
}: BillingParts): Billing {
  const credits = new Credits({ db, clock, random, audit, people, events });
  return {
    provider,
    credits,
    intake: new UsageIntake({ db, clock, people }),
    usage: new UsageOverview({ db, clock, pricing, listNames }),
    wallet: new Wallet({ db, clock, random, audit, bonuses, payments: provider }),
    invoices: new Invoices({ db }),
    payments: new Payments({ db, clock, random, audit, provider, events }),
    monthClose: new MonthClose({ db, clock, random, events, pricing, credits, listNames }),
    rehearsals: new Rehearsals({ db, pricing, people }),
    deleteDomain: (store, domainId) => deleteAllOwned(store, domainId, clock.now()),
  };
}
