import type { Budget } from '@atrium/contract/billing/budget';
import type { Card } from '@atrium/contract/billing/card';
import { cardExpiry } from '@atrium/contract/billing/card-expiry';
import type { Invoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatCents, formatMoney } from '@atrium/contract/billing/money';
import { nameStops } from '@atrium/contract/billing/stop-texts';
import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import type { FunctionValue } from '@atrium/contract/service-api/functions/values';
import type { Service } from '@atrium/contract/services/service';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { formatUtcDay, nextMonthStart } from '@atrium/contract/utc-day';
import { paths } from '../../paths.ts';
import { countUnskipped } from '../test-runs/public.ts';

/** Data loaded so far. Data that is forbidden or still loading is undefined and produces no entry. */
export interface Known {
  now: Date;
  /** The first unpaid invoices, and how many there are in all. */
  unpaid?: readonly Invoice[] | undefined;
  unpaidCount?: number | undefined;
  cards?: readonly Card[] | undefined;
  budgets?: readonly Budget[] | undefined;
  /** The latest runs, newest first. */
  runs?: readonly TestRunSummary[] | undefined;
  down?: readonly Service[] | undefined;
  services?: readonly ConfiguredService[] | undefined;
  /** Secrets and variables of functions. */
  values?: readonly Pick<FunctionValue, 'isSet' | 'kind' | 'name' | 'usedBy'>[] | undefined;
}

export interface Matter {
  text: string;
  /** Page of the object. */
  href: string;
  /** Label of the link to it: `See failures`. An invoice is paid instead. */
  action: string;
  /** An invoice that can be paid at once. */
  invoice?: Invoice;
  /** Since when it needs attention, if that is known. */
  since?: string;
  /** Costs money or customers already; others are warnings. */
  isUrgent?: true;
}

const ENDED_BY_ITSELF: ReadonlySet<string> = new Set(['OK', 'FAIL', 'SKIPPED']);

/** Problems that need attention, most urgent first: an overdue invoice comes before all else. */
export function listMatters({
  now,
  unpaid = [],
  unpaidCount = 0,
  cards = [],
  budgets = [],
  runs = [],
  down = [],
  services = [],
  values = [],
}: Known): Matter[] {
  const invoices = unpaidInvoices(unpaid, now);
  return [
    ...invoices.filter(({ isUrgent }) => isUrgent),
    ...down.map(
      ({ id, name }): Matter => ({
        text: `${name} is down.`,
        href: paths.service(id),
        action: 'See service',
        isUrgent: true,
      }),
    ),
    ...invoices.filter(({ isUrgent }) => !isUrgent),
    ...moreUnpaid(unpaidCount - unpaid.length),
    ...reachedBudgets(budgets),
    ...failedTests(runs),
    ...missingValues(values),
    ...cards.flatMap((card) => expiringCard(card, now)),
    ...services
      .filter(({ behind }) => (behind ?? 0) > 0)
      .map(({ serviceName, behind }) => ({
        text: `${serviceName} is ${changes(behind ?? 0)} behind git.`,
        href: paths.gitPull(),
        action: 'Pull',
      })),
  ];
}

/** Only the default card is charged, so that others may expire. */
function expiringCard(card: Card, now: Date): Matter[] {
  const expiry = cardExpiry(card, now);
  if (expiry === 'valid' || !card.defaultCard) return [];
  const isExpired = expiry === 'expired';
  return [
    {
      text: `The default card ending in ${card.last4} ${isExpired ? 'has expired' : 'expires this month'}.`,
      href: paths.payment(),
      action: 'See cards',
      ...(isExpired && { isUrgent: true }),
    },
  ];
}

function unpaidInvoices(unpaid: readonly Invoice[], now: Date): Matter[] {
  return unpaid.map((invoice): Matter => {
    const { id, invoiceId, amount, currency, paymentError, createdOn } = invoice;
    const { name, text } = invoiceState(invoice, now);
    const isOverdue = name === 'overdue';
    const failed = `The payment of invoice ${invoiceId} failed`;
    return {
      text:
        paymentError === null
          ? `Invoice ${invoiceId} is ${text.toLowerCase()}.`
          : `${failed}${isOverdue ? `; it is ${text}` : ''}.`,
      href: paths.invoiceDetails(id),
      action: `Pay ${formatMoney(amount, currency)}`,
      invoice,
      since: createdOn,
      ...(isOverdue && { isUrgent: true }),
    };
  });
}

function moreUnpaid(count: number): Matter[] {
  if (count <= 0) return [];
  const text =
    count === 1
      ? 'One more invoice is unpaid.'
      : `${count.toLocaleString('en-US')} more invoices are unpaid.`;
  return [{ text, href: paths.invoices(), action: 'See invoices' }];
}

/** Secrets and variables that functions declare; without them, they fail. */
function missingValues(values: NonNullable<Known['values']>): Matter[] {
  const missing = values.filter(({ isSet, usedBy }) => !isSet && usedBy.length > 0);
  const [first] = missing;
  const [use] = first?.usedBy ?? [];
  if (!first || !use) return [];
  const text =
    missing.length === 1
      ? `The ${first.kind} ${first.name} of ${use.function} is not set.`
      : `${missing.length} secrets and variables of functions are not set, such as ${first.name} of ${use.function}.`;
  return [{ text, href: paths.service(use.serviceId, { tab: 'secrets' }), action: 'Set it' }];
}

/** Lists each cap, and the largest reached budget, which implies the smaller ones. */
function reachedBudgets(budgets: readonly Budget[]): Matter[] {
  const reached = budgets.flatMap(({ reachedOn, ...budget }) =>
    reachedOn === null ? [] : [{ ...budget, reachedOn }],
  );
  const caps = reached.filter(({ stops }) => stops.length > 0);
  const last = reached.at(-1);
  const place = { href: paths.usage({ tab: 'limits' }), action: 'See budgets' };
  const matters = caps.map(({ cents, reachedOn, stops }): Matter => {
    const until = formatUtcDay(nextMonthStart(reachedOn));
    return {
      text: `Cap of ${formatCents(cents)} reached: calls to ${nameStops(stops)} are refused until ${until}.`,
      ...place,
      since: reachedOn,
      isUrgent: true,
    };
  });
  if (last && !caps.includes(last))
    matters.push({ text: `Budget of ${formatCents(last.cents)} reached.`, ...place, since: last.reachedOn });
  return matters;
}

/**
 * Uses the last conclusive run of all tests. A canceled run, or a running one without failures, doesn't prove that the
 * tests pass. A later run of some tests reports failures if all tests had passed, and hides none.
 */
function failedTests(runs: readonly TestRunSummary[]): Matter[] {
  const telling = runs.filter(
    (each) => ENDED_BY_ITSELF.has(each.status) || (isGoing(each) && failuresOf(each) > 0),
  );
  const whole = telling.find(({ isOfAll }) => isOfAll);
  const run = [whole, telling[0]].find((each) => each !== undefined && failuresOf(each) > 0);
  if (run === undefined) return [];
  const failed = failuresOf(run);
  const all = countUnskipped(run);
  const text = `${failed.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} tests failed in the last run${run === telling[0] ? '' : ' of all tests'}.`;
  return [
    {
      text,
      href: paths.testRunnerDashboard({ runId: run.runId }),
      action: 'See failures',
      since: run.startedAt,
      isUrgent: true,
    },
  ];
}

function failuresOf({ counts, quarantinedFailures }: TestRunSummary): number {
  return (counts.FAIL ?? 0) - quarantinedFailures;
}

// Duplicates the contract's function, which would add Zod to the overview.
function isGoing({ status }: TestRunSummary): boolean {
  return status === 'RUNNING' || status === 'PENDING';
}

export function changes(count: number): string {
  return count === 1 ? 'one change' : `${count.toLocaleString('en-US')} changes`;
}
