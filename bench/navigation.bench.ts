import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ADA, signInInside } from './administrator.ts';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { launchBrowser } from './browser.ts';
import { startDemo, withDataFolder } from './product.ts';
import { serveReferencePage } from './reference-page.ts';

/** As long as a person looks at a page before the next click; what is fetched ahead comes meanwhile. */
const LOOK_MS = 1_500;

const subjects = [
  { name: 'Bare React, from the click to the other view', unit: 'ms', isReference: true },
  { name: 'Invoices, from Usage', unit: 'ms', limit: 50 },
  { name: 'Usage, from Invoices', unit: 'ms', limit: 50 },
  { name: 'Run Tests, from Test Run Dashboard', unit: 'ms', limit: 50 },
  { name: 'Test Run Dashboard, from Run Tests', unit: 'ms', limit: 50 },
  { name: 'Test Run Dashboard, the first time', unit: 'ms', limit: 90 },
  { name: 'Worst interaction', unit: 'ms', limit: 40 },
  { name: 'Bare React: worst interaction', unit: 'ms' },
] as const;

export const benchmark: Benchmark = {
  name: 'navigation',
  title: 'Navigation between pages',
  about: `The customer of the demo, with three months of history, in headless Chromium: from a click on a link of the side navigation to the frame that shows the complete page. Pages were opened before, except *the first time*, which follows a reload of *Run Tests* and ${LOOK_MS / 1000} s of rest. The worst interaction is the longest click that the browser reports (Event Timing). Reference: a page of React with two views of a table.`,
  run: () => withDataFolder(measureNavigation),
};

async function measureNavigation(folder: string) {
  const product = await startDemo(join(folder, 'product'));
  const reference = await serveReferencePage('navigation-reference.html', join(folder, 'reference'));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
    await signInInside(page, product.url, ADA);
    const plain = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await plain.goto(reference.url);
    return await measureRounds(
      subjects,
      async () => {
        await plain.bringToFront();
        await open(plain, 'Usage');
        const bare = await open(plain, 'Invoices');
        await page.bringToFront();
        await page.goto('/console/run-tests');
        await page.waitForTimeout(LOOK_MS);
        const first = await open(page, 'Test Run Dashboard');
        await openAll(page, ['Run Tests', 'Invoices', 'Usage']);
        const [invoices, usage, , dashboard, runTests] = await openAll(page, [
          'Invoices',
          'Usage',
          'Run Tests',
          'Test Run Dashboard',
          'Run Tests',
        ]);
        const ours = [invoices, usage, runTests, dashboard].map((each) => each?.ms ?? Number.NaN);
        const worst = Math.max(...[invoices, usage, runTests, dashboard].map((each) => each?.longest ?? 0));
        return [bare.ms, ...ours, first.ms, worst, bare.longest];
      },
      { warmUps: 2, repeats: 9 },
    );
  } finally {
    await browser.close();
    await reference.stop();
    await product.stop();
  }
}

async function openAll(page: Page, names: readonly string[]) {
  const opened = [];
  for (const name of names) opened.push(await open(page, name));
  return opened;
}

/** Measured in the page, from the click to the frame after all was there. */
async function open(page: Page, name: string): Promise<{ ms: number; longest: number }> {
  const link = page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name, exact: true });
  await link.hover();
  await page.evaluate(watchNavigation, name);
  await link.click();
  const measured = await page.evaluate(
    () => (globalThis as unknown as { opened: Promise<{ ms: number; longest: number }> }).opened,
  );
  await page.waitForTimeout(LOOK_MS / 3);
  return measured;
}

/** Runs in the page. */
function watchNavigation(name: string): void {
  let longest = 0;
  const events = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEventTiming).interactionId > 0) longest = Math.max(longest, entry.duration);
    }
  });
  events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const isThere = () =>
    document.querySelector('main h1')?.textContent === name &&
    !document.querySelector('main .animate-pulse, main [aria-busy="true"]');
  const opened = new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          if (!isThere()) return requestAnimationFrame(look);
          return requestAnimationFrame(() => {
            const ms = performance.now() - timeStamp;
            // Entries come a moment after the frame that they led to.
            setTimeout(() => {
              events.disconnect();
              resolve({ ms, longest });
            }, 150);
          });
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  Object.assign(globalThis, { opened });
}
