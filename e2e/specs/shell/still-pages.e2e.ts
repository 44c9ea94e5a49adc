import type { Page } from '@playwright/test';
import { expectLoaded } from '../../support/ready.ts';
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
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node?: Element }[];
        };
        sum += value;
        moved.push(...sources.map(({ node }) => `${value.toFixed(4)} ${node?.outerHTML?.slice(0, 200)}`));
        document.body.dataset['moved'] = JSON.stringify({ sum, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of pages) {
    await test.step(path, async () => {
      const { sum, moved } = await openSlowly(page, path);
      expect.soft(sum, moved.join('\n')).toBeLessThan(STEADY);
    });
  }
});

/** What a session begins with: without it there is no page to look at. */
const isOfSession = (pathname: string) => /^\/auth\/v1\/(token\/refresh|user)$/.test(pathname);

/** Opens a page whose data comes only when all that is shown without it has been painted. */
async function openSlowly(page: Page, path: string): Promise<{ sum: number; moved: string[] }> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  const isCall = ({ pathname }: URL) =>
    /^\/(console\/v1|doc\/v1|services\/[^/]+\/export|auth\/v1)\//.test(pathname) && !isOfSession(pathname);
  await page.route(isCall, async (route) => {
    await mayCome;
    await route.fallback();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('main').locator('.animate-pulse').first()).toBeVisible();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  letCome();
  await expectLoaded(page);
  const moved = await page.locator('body').getAttribute('data-moved');
  await page.unrouteAll({ behavior: 'wait' });
  return moved === null ? { sum: 0, moved: [] } : JSON.parse(moved);
}
