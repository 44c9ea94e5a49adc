import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { expectLoaded, waitForPaint } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

// Every page as a new customer and as an administrator see it: both themes, wide and at 320 px. Pages of test runs,
// own keys, versions, collections, proof and customers are inspected in all their states elsewhere.
test.describe.configure({ timeout: 240_000 });

/** A page is felt to be unsteady from this layout shift on (web.dev/cls). */
const STEADY = 0.1;

/** Pages that show skeletons first: their layout must not shift when the data arrives. */
const loadingPages = {
  payment: '/console/payment',
  invoices: '/console/payment/history',
  'console-prices': '/console/prices',
  usage: '/console/usage',
  people: '/console/people',
  profile: '/console/profile',
  'service-file': '/console/services/hyper-dispatch?file=functions%2Fgreet.js',
};

/** The same, inspected elsewhere. */
const otherLoadingPages = [
  '/console/run-tests',
  '/console/test-runner-dashboard',
  '/console/services/hyper-dispatch',
  '/console/services/hyper-dispatch?function=greet',
  '/console/services/hyper-dispatch?tab=versions',
  '/console/services/hyper-dispatch?tab=usage',
  '/console/keys',
];

const pages = {
  'invoice-unknown': '/console/payment/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b',
  activity: '/console/activity',
  'git-pull': '/console/git-pull',
  api: '/console/api',
};

const adminPages = {
  pricing: '/console/pricing',
  bonus: '/console/bonus',
  'access-keys': '/console/access-key',
  audit: '/console/audit',
  'identity-providers-for-everyone': '/console/identity-providers',
  mailbox: '/console/dev/mailbox',
};

async function inspectPages(page: Page, paths: Record<string, string>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectLoaded(page);
      await inspectPage(page, name);
    });
  }
}

test('every page of customers holds in both looks, and keeps its place while its data comes', async ({
  page,
  signedIn: _,
}) => {
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
      // Entries that the observer has not delivered yet.
      note(observer.takeRecords());
      return { sum, moved };
    };
    Object.assign(window, { readMoved });
  });
  const open = (path: string) =>
    test.step(path, async () => {
      const { sum, moved } = await openSlowly(page, path);
      expect.soft(sum, moved.join('\n')).toBeLessThan(STEADY);
    });
  for (const path of otherLoadingPages) await open(path);
  for (const [name, path] of Object.entries(loadingPages)) {
    await open(path);
    await inspectPage(page, name);
  }
  await inspectPages(page, pages);
});

test('every page of administrators holds in both looks, and so does the kit of parts', async ({
  page,
  signedInAdmin: _,
}) => {
  await inspectPages(page, adminPages);
  await page.goto('/console/dev/kit');
  // Spinners and skeletons of this showcase never end.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await inspectPage(page, 'kit');
});

interface Moved {
  sum: number;
  moved: string[];
}

/** The session call: no page renders without it. */
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
