import type { Page } from '@playwright/test';
import { expectLoaded, waitForPaint } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

/** From here on a page is felt to be unsteady (web.dev/cls). */
const STEADY = 0.1;

const pages = [
  '/console/payment',
  '/console/payment/history',
  '/console/prices',
  '/console/run-tests',
  '/console/test-runner-dashboard',
  '/console/services/hyper-dispatch',
  '/console/services/hyper-dispatch?function=greet',
  '/console/services/hyper-dispatch?file=functions/greet.js',
  '/console/services/hyper-dispatch?tab=versions',
  '/console/services/hyper-dispatch?tab=usage',
  '/console/usage',
  '/console/people',
  '/console/profile',
  '/console/keys',
];

test('pages of the signed-in keep their places while their data comes', async ({ page, signedIn: _ }) => {
  await page.addInitScript(() => {
    let sum = 0;
    const moved: string[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node?: Element }[];
        };
        sum += value;
        moved.push(...sources.map(({ node }) => `${value.toFixed(4)} ${node?.outerHTML?.slice(0, 200)}`));
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const readMoved = () => {
      // What the observer has not been told yet.
      note(observer.takeRecords());
      return { sum, moved };
    };
    Object.assign(window, { readMoved });
  });
  for (const path of pages) {
    await test.step(path, async () => {
      const { sum, moved } = await openSlowly(page, path);
      expect.soft(sum, moved.join('\n')).toBeLessThan(STEADY);
    });
  }
});

interface Moved {
  sum: number;
  moved: string[];
}

/** What a session begins with: without it there is no page to look at. */
const isOfSession = (pathname: string) => /^\/auth\/v1\/(token\/refresh|user)$/.test(pathname);

/** Opens a page whose data comes only when all that is shown without it has been painted. */
async function openSlowly(page: Page, path: string): Promise<Moved> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  const isCall = ({ pathname }: URL) =>
    /^\/(console\/v1|doc\/v1|services\/[^/]+\/export|auth\/v1)\//.test(pathname) && !isOfSession(pathname);
  await page.route(isCall, async (route) => {
    await mayCome;
    await route.fallback();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('main').locator('.animate-pulse').first()).toBeVisible();
  await waitForPaint(page);
  letCome();
  await expectLoaded(page);
  // A shift is counted with the frame that paints it, after the document has changed.
  await waitForPaint(page);
  await page.unrouteAll({ behavior: 'wait' });
  return page.evaluate(() => (window as unknown as { readMoved: () => Moved }).readMoved());
}
