import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { type Caller, call, signInInside } from './administrator.ts';
import { type Benchmark, measureRounds, timeMs } from './benchmark.ts';
import { launchBrowser } from './browser.ts';
import { startProduct, withDataFolder } from './product.ts';
import { fillUsageSums } from './usage-sums.ts';

const FUNCTIONS = 10_000;
const EVENTS_PER_FUNCTION = 1000;
/** Two months, so that each has something to be compared with. */
const DAYS = 60;

const subjects = [
  { name: 'Grand total and metrics', unit: 'ms', limit: 150 },
  { name: 'Month with the functions of each metric', unit: 'ms', limit: 150 },
  { name: 'Days of the month, stacked by service', unit: 'ms', limit: 150 },
  { name: 'Days of the month, stacked by function', unit: 'ms', limit: 150 },
  { name: 'Functions: the first page of 50', unit: 'ms', limit: 150 },
  { name: 'Functions: a page from the middle', unit: 'ms', limit: 150 },
  { name: 'Functions: search by name', unit: 'ms', limit: 150 },
  { name: 'Costs of all functions of a service in the last 7 days', unit: 'ms' },
  { name: 'Same functions as one SQL statement over the sums by day', unit: 'ms', isReference: true },
  { name: 'Longest browser task while the chart is drawn', unit: 'ms', limit: 50 },
] as const;

const count = (value: number) => value.toLocaleString('en-US');

export const benchmark: Benchmark = {
  name: 'usage-month',
  title: 'Usage of a large domain',
  about: `${count(FUNCTIONS * EVENTS_PER_FUNCTION)} usage events of one domain, of ${count(FUNCTIONS)} functions on each of ${DAYS} days. Calls of the page *Usage* over HTTP. Reference: the quantities of each function in the running month as one SQL statement. The chart is redrawn in headless Chromium.`,
  run: () => withDataFolder(measureUsage),
};

async function measureUsage(folder: string) {
  const product = await startProduct(folder);
  const browser = await launchBrowser();
  // Socket of the embedded PostgreSQL, in a folder that every account may enter.
  const database = new pg.Client({ host: join(folder, 'database'), user: 'atrium', database: 'atrium' });
  try {
    const page = await browser.newPage({ baseURL: product.url });
    const caller = { url: product.url, token: await signInInside(page, product.url) };
    await database.connect();
    await fillEvents(database);
    const month = new Date().toISOString().slice(0, 7);
    const plot = await openPlot(page);
    const { get, list } = readers(caller, month);
    return await measureRounds(
      subjects,
      async () => [
        await timeMs(() => get('/console/v1/billing/invoice')),
        await timeMs(() => get(`/console/v1/usage/month?month=${month}`)),
        await timeMs(() => get(`/console/v1/usage/days?month=${month}&by=service`)),
        await timeMs(() => get(`/console/v1/usage/days?month=${month}&by=function`)),
        await timeMs(() => list({ page: 0 })),
        await timeMs(() => list({ page: FUNCTIONS / 100 })),
        await timeMs(() => list({ search: '99' })),
        await timeMs(() => get('/console/v1/usage/function-costs?serviceId=hyper-dispatch')),
        await timeMs(() => database.query(REFERENCE)),
        await plot.draw(),
      ],
      { warmUps: 2, repeats: 15 },
    );
  } finally {
    await database.end();
    await browser.close();
    await product.stop();
  }
}

function readers(caller: Caller, month: string) {
  return {
    get: (path: string) => call<object>(caller, 'GET', path),
    async list(body: object) {
      const { content } = await call<{ content: object[] }>(caller, 'POST', '/console/v1/usage/functions', {
        month,
        size: 50,
        ...body,
      });
      if (content.length !== 50) throw new Error(`${content.length} functions were found, not 50`);
    },
  };
}

const REFERENCE = `
  select service_id, metric, target, sum(calls), sum(milliseconds), sum(bytes) from usage_days
  where day >= date_trunc('month', now() at time zone 'UTC')
  group by 1, 2, 3`;

/** The page with its plot; `draw` stacks it by something else and returns the longest task meanwhile. */
async function openPlot(page: Page) {
  await page.goto('/console/usage');
  await page.getByRole('img', { name: /^Cost by day/ }).waitFor();
  await page.getByRole('table', { name: 'Functions and collections' }).waitFor();
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(window, { tasks: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
  let isByFunction = false;
  return {
    async draw(): Promise<number> {
      await page.evaluate(() => {
        (window as unknown as { tasks: { longest: number } }).tasks.longest = 0;
      });
      isByFunction = !isByFunction;
      await page.getByLabel('Stacked by').selectOption(isByFunction ? 'Function' : 'Service');
      const legend = page.getByRole('listitem').filter({ hasText: /^Others/ });
      await legend.waitFor({ state: isByFunction ? 'visible' : 'detached' });
      // Not a wait: the tasks after the legend's appearance are part of the measurement.
      await page.waitForTimeout(300);
      return page.evaluate(() => (window as unknown as { tasks: { longest: number } }).tasks.longest);
    },
  };
}

/** Events of the administrator's domain, which the page of the administrator shows. */
async function fillEvents(db: pg.Client): Promise<void> {
  // Only filling is faster without a log of changes and with the index made at the end.
  await db.query('alter table usage_events_other set unlogged; alter table usage_days set unlogged');
  await db.query('alter table usage_events drop constraint usage_events_pkey');
  await db.query(
    `insert into usage_events
       (id, service_id, batch_id, domain_id, user_id, metric, target, type, quantity, at, billed_day)
     select 'bench-' || lpad((event * ${FUNCTIONS} + function)::text, 9, '0'), 'hyper-dispatch', 'bench',
       admin.domain_id, admin.id, case when function % 10 = 0 then 'event' else 'invoke' end,
       'folder-' || function % 100 || '/function-' || function,
       (array['COUNTER', 'TIMER', 'MEMORY'])[1 + event / ${DAYS} % 3],
       1 + (event * 7919 + function * 104729) % 1000 * (100000 / (function + 100)),
       day + interval '9 hours', day
     from users admin, generate_series(0, ${EVENTS_PER_FUNCTION - 1}) event, generate_series(0, ${FUNCTIONS - 1}) function,
       lateral (select (now() at time zone 'UTC')::date - event % ${DAYS} as day) days
     where admin.username = 'admin'`,
  );
  await db.query(
    `insert into usage_days
     select domain_id, user_id, user_id, billed_day, billed_day, service_id, metric, target, 1,
       coalesce(sum(quantity) filter (where type = 'COUNTER'), 0), coalesce(sum(quantity) filter (where type = 'TIMER'), 0),
       coalesce(sum(quantity) filter (where type = 'MEMORY'), 0)
     from usage_events where batch_id = 'bench' group by 1, 2, 4, 6, 7, 8`,
  );
  await db.query('alter table usage_events add primary key (service_id, id, at, domain_id)');
  await fillUsageSums(db);
  await db.query('vacuum analyze usage_events, usage_days, usage_months, usage_metric_days');
}
