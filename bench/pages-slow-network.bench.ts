import type { Browser, BrowserContext } from '@playwright/test';
import { ADA, signInInside } from './administrator.ts';
import { type Benchmark, measureRounds, type Subject } from './benchmark.ts';
import { launchBrowser } from './browser.ts';
import { serveStaticPage } from './pages.bench.ts';
import { startDemo, withDataFolder } from './product.ts';

const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
const CPU_SLOWDOWN = 4;
/** Time after which no larger element is expected. */
const QUIET_MS = 2_000;

const pages = [
  { name: 'Landing page', path: '/index', isPublic: true, firstLimit: 450, largestLimit: 450 },
  { name: 'Price list', path: '/index/prices', isPublic: true, firstLimit: 450, largestLimit: 450 },
  { name: 'Sign-in page', path: '/console/login', isPublic: true, firstLimit: 450, largestLimit: 450 },
  // An outline without data meets any limit of paints.
  { name: 'Overview', path: '/console/', isPublic: false, firstLimit: undefined, largestLimit: undefined },
] as const;

/** Texts of the complete overview of a customer. */
const OVERVIEW = [
  'Grand total\\s*\\$',
  'free tier\\s*\\$',
  'tests failed in the last run',
  // The oldest invoice is the last row.
  '\\d{4}-000001.*Paid',
  'All services are up\\.',
  // The last of the guides.
  'Write tests.*nothing behind',
];

const subjects: Subject[] = [
  { name: 'Static HTML page: first = largest paint', unit: 'ms', isReference: true },
  ...pages.flatMap(({ name, isPublic, firstLimit, largestLimit }): Subject[] => [
    { name: `${name}: first contentful paint`, unit: 'ms', ...limitOf(firstLimit) },
    { name: `${name}: largest contentful paint`, unit: 'ms', ...limitOf(largestLimit) },
    { name: `${name}: requests`, unit: 'requests', ...(isPublic ? {} : { limit: 20 }) },
    ...(isPublic ? [] : [{ name: `${name}: all of it is there`, unit: 'ms' as const, limit: 1_600 }]),
  ]),
];

function limitOf(limit: number | undefined): Pick<Subject, 'limit'> {
  return limit === undefined ? {} : { limit };
}

export const benchmark: Benchmark = {
  name: 'pages-slow-network',
  title: 'Pages on a slow network',
  about: `Headless Chromium the size of a phone, empty cache, ${LATENCY_MS} ms of latency, 1.6 Mbit/s and a quarter of the processor, applied, not simulated. Reference: one page of plain HTML from bare \`node:http\`. The customer of the demo opens the overview, which is complete with the grand total, free tier, failing tests, last invoice, state of the services and last guide.`,
  run: () => withDataFolder(measurePages),
};

async function measurePages(folder: string) {
  const product = await startDemo(folder);
  const plain = await serveStaticPage();
  const browser = await launchBrowser();
  try {
    return await measureRounds(
      subjects,
      async () => {
        const values = [(await visit(browser, plain.url)).first];
        for (const { path, isPublic } of pages) {
          const { first, largest, requests, complete } = await visit(
            browser,
            product.url + path,
            isPublic ? undefined : product.url,
          );
          values.push(first, largest, requests, ...(isPublic ? [] : [complete]));
        }
        return values;
      },
      { warmUps: 1, repeats: 5 },
    );
  } finally {
    await browser.close();
    plain.stop();
    await product.stop();
  }
}

/** One visit with an empty cache; as the customer of the demo if the product's address is given. */
async function visit(browser: Browser, url: string, signInAt?: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    if (signInAt !== undefined) await signInInside(await context.newPage(), signInAt, ADA);
    return await visitSlowly(context, url, signInAt !== undefined);
  } finally {
    await context.close();
  }
}

async function visitSlowly(context: BrowserContext, url: string, isSignedIn: boolean) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (isSignedIn) await page.addInitScript(watchTexts, OVERVIEW);
  let requests = 0;
  session.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache && !response.fromPrefetchCache) requests += 1;
  });
  await page.goto(url);
  // Live events keep a connection of the signed-in open for good: there is no moment without any.
  const complete = isSignedIn ? await page.evaluate(() => globalThis.allThere) : Number.NaN;
  if (!isSignedIn) await page.waitForLoadState('networkidle');
  const requestsUntilThere = requests;
  await page.waitForTimeout(QUIET_MS);
  const paints = await page.evaluate(
    () =>
      new Promise<{ first: number; largest: number }>((resolve) => {
        const [first] = performance.getEntriesByName('first-contentful-paint');
        new PerformanceObserver((list) => {
          resolve({ first: first?.startTime ?? NaN, largest: list.getEntries().at(-1)?.startTime ?? NaN });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  return { ...paints, requests: requestsUntilThere, complete };
}

declare global {
  /** Milliseconds from the beginning of the visit to the frame after all texts were there. */
  var allThere: Promise<number>;
}

/** Runs in the page, before anything else. */
function watchTexts(texts: readonly string[]): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  globalThis.allThere = promise;
  const look = () => {
    const shown = document.querySelector('main')?.textContent ?? '';
    if (texts.every((text) => new RegExp(text).test(shown)))
      requestAnimationFrame(() => resolve(performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
