import type { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import { demoPeople } from '../accounts/people/demo-people.ts';
import { toCaller } from '../accounts/people/people.seed.ts';
import type { Clock } from '../clock.ts';
import { utcDay } from '../utc.ts';
import type { Billing, BillingParts } from './billing.ts';

const MONTHS = 3;
const SERVICE = 'hyper-dispatch';
/** Duration of a call. */
export const DEMO_CALL_MS = 7;
const { ada, bo } = demoPeople;
/** Functions of the starter files, and which part of the calls is theirs. */
const INVOKED = [
  ['orders/create', 0.4],
  ['prices/quote', 0.3],
  ['orders/list', 0.2],
  ['greet', 0.1],
] as const;

/** Parts that the seed of the months needs. */
export interface BillingSeedParts {
  clock: Clock;
  /** Billing as it was at a time, paid at the test provider. */
  billingAt: (parts: Pick<BillingParts, 'clock' | 'listNames'>) => Billing;
  /** Which version of the configuration was live then. */
  versionAt: (time: Date) => number | undefined;
}

/** Three closed months of a customer: the first within the free tier, the second paid, the third open. */
export async function fillBilling({ clock, billingAt, versionAt }: BillingSeedParts): Promise<void> {
  const now = clock.now();
  // The services report their names after the demo data is created.
  const listNames = async () => [{ id: SERVICE, name: 'Functions', isShipped: true }];
  const billingOf = (time: Date) => billingAt({ clock: { now: () => time }, listNames });
  const firstOfMonth = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  await setUpPayment(billingOf(firstOfMonth(-MONTHS)));
  for (let offset = -MONTHS; offset <= 0; offset += 1) {
    const start = firstOfMonth(offset);
    const end = offset === 0 ? now : firstOfMonth(offset + 1);
    await meterMonth(billingOf(end), { start, end, versionAt });
    if (offset === 0) break;
    const closing = billingOf(new Date(end.getTime() + 2 * 3_600_000));
    await closing.monthClose.closeMonth(start.toISOString().slice(0, 7));
    if (offset < -1) await payAll(closing);
  }
}

async function setUpPayment({ wallet, provider }: Billing): Promise<void> {
  if (provider.name !== 'test') return;
  const token = await provider.createToken({
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2031,
    cvc: '123',
  });
  await wallet.setUp(
    toCaller(ada),
    {
      card: { token, cardHolderName: `${ada.firstName} ${ada.lastName}` },
      address: {
        addressCountry: 'AT',
        addressCity: 'Wien',
        addressLine1: 'Ringstraße 1',
        addressLine2: '',
        addressZip: '1010',
        companyName: 'Marin & Co',
        companyVat: '',
      },
    },
    '127.0.0.1',
  );
}

/** The calls of a day by function: they grow from month to month and have quiet weekends, as a real shop's use does. */
export function demoCallsOn(day: Date) {
  const isWeekend = [0, 6].includes(day.getUTCDay());
  const calls = Math.round((isWeekend ? 4_000 : 11_000) * (1 + day.getUTCMonth() / 12));
  return [
    ...INVOKED.map(([target, share]) => {
      return { by: ada, metric: 'invoke', target, calls: Math.round(calls * share) };
    }),
    { by: bo, metric: 'event', target: 'mails/confirm-order', calls: Math.round(calls / 3) },
  ];
}

async function meterMonth(
  { intake }: Billing,
  { start, end, versionAt }: { start: Date; end: Date } & Pick<BillingSeedParts, 'versionAt'>,
): Promise<void> {
  for (let day = start; day < end; day = new Date(day.getTime() + 86_400_000)) {
    const version = versionAt(day);
    const events = [
      ...demoCallsOn(day).flatMap(({ by, metric, target, calls }) =>
        eventsOf(by, { day, version }, metric, target, calls),
      ),
      ...eventsOf(bo, { day }, 'call', 'test', 220),
    ];
    await intake.takeBatch(
      { serviceId: SERVICE, accessKeyId: 'demo' },
      { batchId: `demo-${utcDay(day)}`, events },
    );
  }
}

function eventsOf(
  { userId, domainId, username }: typeof ada,
  { day, version }: { day: Date; version?: number | undefined },
  metric: string,
  target: string,
  calls: number,
): UsageEvent[] {
  const place = { domainId, userId, serviceId: SERVICE, metric, target, at: day.toISOString() };
  const quantities = { COUNTER: calls, TIMER: calls * DEMO_CALL_MS, MEMORY: calls * 1_500_000 } as const;
  return Object.entries(quantities).map(([type, quantity]) => ({
    ...place,
    id: `demo-${username}-${metric}-${target}-${utcDay(day)}-${type}`,
    type: type as keyof typeof quantities,
    quantity,
    ...(version !== undefined && { versions: [{ version, quantity }] }),
  }));
}

async function payAll({ invoices, payments }: Billing): Promise<void> {
  const { content } = await invoices.list(toCaller(ada), { page: 0, size: 20 });
  for (const { id, paid } of content) if (!paid) await payments.pay(toCaller(ada), id);
}
