import { COUNT_DAYS, LATEST_HOURS } from '@atrium/contract/service-api/functions/invocation-counts';
import { invokeFunction, invokeTopFunction } from '@atrium/contract/service-api/functions/invoke';
import { AppError } from '@atrium/host/errors';
import { demoPeople } from '../accounts/people/demo-people.ts';
import { toCaller } from '../accounts/people/people.seed.ts';
import { DEMO_CALL_MS, demoCallsOn } from '../billing/billing.seed.ts';
import type { Context } from '../context.ts';
import { utcDay } from '../utc.ts';
import { insertDemoDays, insertDemoHours } from './demo-call.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const { ada, bo } = demoPeople;
const PLACE = { domainId: ada.domainId, serviceId: 'hyper-dispatch' };
const FAILED_SHARE = 0.002;
/** Shares of sixteen buckets, whose bounds double from half a millisecond on: up to 4, 8 and 16 ms. */
const DURATION_SHARES = Array.from({ length: 16 }, (_, place) => [0.1, 0.8, 0.1][place - 3] ?? 0);

const customer = { name: 'Ines Okafor', email: 'ines@example.com' };
/** Called for real, for the log: one of them fails, as a program's now and then does. */
const CALLS = [
  { by: ada, folder: '', name: 'greet', input: { name: 'Ines' } },
  { by: bo, folder: '', name: 'greet', input: {} },
  { by: ada, folder: 'prices', name: 'quote', input: { lines: [{ product: 'teapot', quantity: 1 }] } },
  { by: ada, folder: 'prices', name: 'quote', input: { lines: [{ product: 'teapots', quantity: 2 }] } },
  { by: ada, folder: 'orders', name: 'list', input: { email: customer.email } },
  { by: bo, folder: 'orders', name: 'create', input: { customer, lines: [] } },
] as const;

/** Creates the calls that the demo's bills count, and some calls for their log. Requires running services. */
export async function fillCalls({ db, clock, services }: Context): Promise<void> {
  const now = clock.now();
  const today = new Date(now.getTime() - (now.getTime() % DAY_MS));
  const days = Array.from({ length: COUNT_DAYS }, (_, ago) => new Date(today.getTime() - ago * DAY_MS));
  await insertDemoDays(
    db,
    PLACE,
    days.flatMap((day) =>
      demoCallsOn(day).map(({ target, calls }) => {
        return { day: utcDay(day), name: target, durationMs: calls * DEMO_CALL_MS, ...counted(calls) };
      }),
    ),
  );
  const thisHour = now.getTime() - (now.getTime() % HOUR_MS);
  const hours = Array.from({ length: LATEST_HOURS }, (_, ago) => new Date(thisHour - ago * HOUR_MS));
  await insertDemoHours(
    db,
    PLACE,
    hours.map((hour) => ({ hour, ...counted(callsIn(hour, today, now)) })),
  );
  for (const { by, folder, name, input } of CALLS) {
    const client = services.getClient(toCaller(by));
    const call =
      folder === ''
        ? client.call(PLACE.serviceId, invokeTopFunction, { params: { name }, body: input })
        : client.call(PLACE.serviceId, invokeFunction, { params: { folder, name }, body: input });
    await call.catch((error: unknown) => {
      if (!(error instanceof AppError && error.kind === 'unprocessable')) throw error;
    });
  }
}

/** An equal share of its day, of which the running one has had only some hours. */
function callsIn(hour: Date, today: Date, now: Date): number {
  const all = demoCallsOn(hour).reduce((sum, { calls }) => sum + calls, 0);
  const hours = hour < today ? 24 : now.getUTCHours() + 1;
  return Math.round(all / hours);
}

function counted(calls: number) {
  const durations = DURATION_SHARES.map((share) => Math.round(calls * share));
  return { calls, errors: Math.round(calls * FAILED_SHARE), durations };
}
