import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limit.service.ts';
import type { Mails } from '../mail/mail.service.ts';
import type { Notifier } from '../notifications/notifier.service.ts';
import type { Bonuses } from '../pricing/bonus.service.ts';
import type { Pricing } from '../pricing/pricing.service.ts';
import type { StripeProvider } from '../providers/payments/stripe-provider.ts';
import type { TestPaymentProvider } from '../providers/payments/test-provider.ts';
import { listDueCharges } from './automatic-payments/automatic-charge.repository.ts';
import { deleteAutomaticPaymentsOfDomain } from './automatic-payments/automatic-payment.repository.ts';
import { AutomaticPayments } from './automatic-payments/automatic-payment.service.ts';
import { deleteBudgetsOfDomain } from './budgets/budget.repository.ts';
import { Budgets } from './budgets/budget.service.ts';
import { BudgetWatch } from './budgets/budget-watch.service.ts';
import type { FunctionStops } from './budgets/function-stop.service.ts';
import { Invoices } from './invoices/invoice.service.ts';
import { InvoiceMails } from './invoices/invoice-mail.service.ts';
import type { OwnedInvoice } from './invoices/invoice-notice.repository.ts';
import { MonthClose } from './invoices/month-close.service.ts';
import { Rehearsals } from './invoices/rehearsal.service.ts';
import { BillingMails } from './mails/billing-mail.service.ts';
import { UsageIntake } from './metering/usage-intake.service.ts';
import { UsageParts } from './metering/usage-part.service.ts';
import { UsagePruning } from './metering/usage-pruning.service.ts';
import { UsageRejections } from './metering/usage-rejection.service.ts';
import { forgetCardJob } from './payments/card.job.ts';
import { CardMails } from './payments/card-mail.service.ts';
import { Payments } from './payments/payment.service.ts';
import { PaymentOutcomes } from './payments/payment-outcome.service.ts';
import { Reversals } from './payments/reversal.service.ts';
import { Settlements } from './payments/settlement.service.ts';
import { UnwantedCharges } from './payments/unwanted-charge.service.ts';
import { FunctionCosts } from './reports/function-cost.service.ts';
import { UsageOverview } from './reports/usage.service.ts';
import { UsageComparisons } from './reports/usage-comparison.service.ts';
import { UsagePlots } from './reports/usage-plot.service.ts';
import { UsedFunctions } from './reports/used-function.service.ts';
import { VersionCosts } from './reports/version-cost.service.ts';
import { Credits } from './wallet/credit.service.ts';
import { deleteAllOwned } from './wallet/owned.repository.ts';
import { Wallet } from './wallet/wallet.service.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Cards charged at the same time: a provider takes a second for each. */
const AT_ONCE = 8;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  payments: Pick<Payments, 'payDue'>;
}

/** Tries all invoices whose time has come. One that is repeated or killed anywhere charges nothing twice. */
async function payDueInvoices({ db, clock, payments }: Parts, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  /** Customers with a refused payment: a card that is retried at once is blocked by its bank. */
  const refused = new Set<string>();
  async function payEach(invoices: OwnedInvoice[]): Promise<void> {
    for (const invoice of invoices) {
      if (refused.has(invoice.userId)) return;
      // A failed settlement does not stop the others; it is retried with other open payments.
      const state = await payments.payDue(invoice).catch((error: unknown) => void failures.push(error));
      if (state?.status === 'failed') refused.add(invoice.userId);
    }
  }
  for (let after = FIRST_ID; ; ) {
    signal?.throwIfAborted();
    const due = await listDueCharges(db, clock.now(), after, AT_ONCE);
    const last = due.at(-1);
    if (last === undefined) break;
    const customers = Object.values(Object.groupBy(due, ({ userId }) => userId));
    await Promise.all(customers.map((own = []) => payEach(own)));
    after = last.invoiceId;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Invoices could not be charged.');
}

/** Usage, invoices and payment: the parts of the billing area. */
export interface Billing {
  provider: StripeProvider | TestPaymentProvider;
  intake: UsageIntake;
  usageRejections: UsageRejections;
  usage: UsageOverview;
  usagePlots: UsagePlots;
  usedFunctions: UsedFunctions;
  functionCosts: FunctionCosts;
  versionCosts: VersionCosts;
  usageComparisons: UsageComparisons;
  usageParts: UsageParts;
  usagePruning: UsagePruning;
  budgets: Budgets;
  budgetWatch: BudgetWatch;
  functionStops: FunctionStops;
  wallet: Wallet;
  cardMails: CardMails;
  mails: BillingMails;
  credits: Credits;
  invoices: Invoices;
  invoiceMails: InvoiceMails;
  payments: Payments;
  unwantedCharges: UnwantedCharges;
  reversals: Reversals;
  automaticPayments: AutomaticPayments;
  /** Tries all invoices that are to be charged automatically by now. */
  payDue(signal?: AbortSignal): Promise<void>;
  settlements: Settlements;
  monthClose: MonthClose;
  rehearsals: Rehearsals;
  /** Deletes data that a closed domain no longer needs: cards, addresses and budgets. */
  deleteDomain(transaction: Store, domainId: string): Promise<void>;
}

export interface BillingParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  accounts: Pick<Accounts, 'attempts' | 'locks' | 'people'>;
  mail: Pick<Mails, 'queue'>;
  notifier: Pick<Notifier, 'tell'>;
  events: Pick<Events, 'publish'>;
  jobs: Pick<Jobs, 'send'>;
  limits: Pick<Limits, 'announceCard'>;
  log: Logger;
  pricing: Pricing;
  bonuses: Bonuses;
  provider: StripeProvider | TestPaymentProvider;
  config: Pick<Config, 'seller' | 'usageEventDays'>;
  stops: FunctionStops;
  /** Names of the services on a bill. */
  listNames: () => Promise<{ id: string; name: string; isShipped: boolean }[]>;
}

/** Events of long ago, such as the demo's past, cause no mails. */
export const withoutMails: Pick<BillingParts, 'jobs' | 'mail' | 'notifier'> = {
  jobs: { send: async () => undefined },
  mail: { queue: async () => {} },
  notifier: { tell: async () => {} },
};

export function createBilling({
  db,
  clock,
  random,
  audit,
  accounts: { attempts, locks, people },
  mail,
  notifier,
  events,
  jobs,
  limits,
  log,
  pricing,
  bonuses,
  provider,
  config,
  stops,
  listNames,
}: BillingParts): Billing {
  const invoices = new Invoices({ db, clock, people });
  const mails = new BillingMails({ mail, people, invoices, clock });
  const budgetWatch = new BudgetWatch({ db, clock, people, mails, events, notifier, pricing });
  const invoiceMails = new InvoiceMails({ db, clock, people, mails, jobs, notifier });
  const outcomes = new PaymentOutcomes({ db, clock, audit, events, log, invoiceMails });
  const reversals = new Reversals({ db, clock, random, audit, events, log });
  const payments = new Payments({ db, clock, random, locks, provider, outcomes, reversals });
  const credits = new Credits({ db, clock, random, audit, people, events });
  const usageRejections = new UsageRejections({ db, log });
  return {
    provider,
    credits,
    intake: new UsageIntake({ db, clock, people, jobs, rejections: usageRejections }),
    usageRejections,
    usage: new UsageOverview({ db, clock, pricing, listNames }),
    usagePlots: new UsagePlots({ db, clock, pricing, people, listNames }),
    usedFunctions: new UsedFunctions({ db, clock, pricing, listNames }),
    functionCosts: new FunctionCosts({ db, clock, pricing }),
    versionCosts: new VersionCosts({ db, clock, pricing }),
    usageComparisons: new UsageComparisons({ db, pricing }),
    usageParts: new UsageParts({ db, clock }),
    usagePruning: new UsagePruning({ db, clock, eventDays: config.usageEventDays }),
    budgets: new Budgets({
      db,
      clock,
      random,
      audit,
      events,
      pricing,
      listNames,
      watch: budgetWatch,
      stops,
    }),
    budgetWatch,
    functionStops: stops,
    wallet: new Wallet({
      db,
      clock,
      random,
      audit,
      attempts,
      events,
      bonuses,
      payments: provider,
      jobs,
      limits,
    }),
    mails,
    cardMails: new CardMails({ db, clock, people, mails }),
    invoices,
    invoiceMails,
    payments,
    unwantedCharges: new UnwantedCharges({ db, clock }),
    reversals,
    automaticPayments: new AutomaticPayments({ db, clock, audit, events }),
    payDue: (signal) => payDueInvoices({ db, clock, payments }, signal),
    settlements: new Settlements({ db, clock, audit, events, invoiceMails }),
    monthClose: new MonthClose({
      db,
      clock,
      random,
      events,
      pricing,
      credits,
      invoiceMails,
      seller: config.seller,
      listNames,
    }),
    rehearsals: new Rehearsals({ db, pricing, people }),
    async deleteDomain(transaction, domainId) {
      const cardIds = await deleteAllOwned(transaction, domainId, clock.now());
      for (const cardId of cardIds) await jobs.send(forgetCardJob, { cardId }, { transaction });
      await deleteAutomaticPaymentsOfDomain(transaction, domainId);
      await deleteBudgetsOfDomain(transaction, domainId);
    },
  };
}
