import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ADA, signInInside } from './administrator.ts';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { launchBrowser } from './browser.ts';
import { startDemo, withDataFolder } from './product.ts';
import { serveReferencePage } from './reference-page.ts';

/** Time for which a person looks at a page before the next click; prefetched files arrive meanwhile. */
const LOOK_MS = 1_500;

/** A link by its navigation and name, and the heading of the page behind it. */
interface Link {
  navigation: string;
  name: string;
  heading: string;
}

const side = (name: string, heading: string): Link => ({ navigation: 'Side', name, heading });
const tabOf = (navigation: string, name: string, heading = name): Link => ({ navigation, name, heading });
const usage = tabOf('Billing', 'Usage');
const invoices = tabOf('Billing', 'Invoices');
const runTests = tabOf('Tests', 'Run', 'Run Tests');
const results = tabOf('Tests', 'Results', 'Test Run Dashboard');

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
  about: `The customer of the demo in headless Chromium: from a click on a tab to the frame that shows the complete page. Pages were opened before, except *the first time*, which follows a reload of *Run Tests* and ${LOOK_MS / 1000} s of rest. The worst interaction is the longest click that the browser reports (Event Timing). Reference: a page of React with two views of a table.`,
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
        await open(plain, side('Usage', 'Usage'));
        const bare = await open(plain, side('Invoices', 'Invoices'));
        await page.bringToFront();
        await page.goto('/console/run-tests');
        await page.waitForTimeout(LOOK_MS);
        const first = await open(page, results);
        await openAll(page, [runTests, side('Billing', 'Usage'), invoices, usage]);
        const billing = await openAll(page, [invoices, usage]);
        await open(page, side('Tests', 'Run Tests'));
        const tests = (await openAll(page, [results, runTests])).reverse();
        const opened = [...billing, ...tests];
        const ours = opened.map(({ ms }) => ms);
        const worst = Math.max(...opened.map(({ longest }) => longest));
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

async function openAll(page: Page, links: readonly Link[]) {
  const opened = [];
  for (const link of links) opened.push(await open(page, link));
  return opened;
}

/** Measured in the page, from the click to the frame after all was there. */
async function open(
  page: Page,
  { navigation, name, heading }: Link,
): Promise<{ ms: number; longest: number }> {
  const link = page
    .getByRole('navigation', { name: navigation, exact: true })
    .getByRole('link', { name, exact: true });
  await link.hover();
  await page.evaluate(watchNavigation, heading);
  await link.click();
  const measured = await page.evaluate(
    () => (globalThis as unknown as { opened: Promise<{ ms: number; longest: number }> }).opened,
  );
  await page.waitForTimeout(LOOK_MS / 3);
  return measured;
}

/** Runs in the page. */
function watchNavigation(heading: string): void {
  let longest = 0;
  const events = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEventTiming).interactionId > 0) longest = Math.max(longest, entry.duration);
    }
  });
  events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const isThere = () =>
    document.querySelector('main h1')?.textContent === heading &&
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
