import type { Page } from '@playwright/test';
import { expectLoaded, waitForPaint } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

const FONT_LIMIT = 50_000;
/** Pixels. */
const SIZES = [12, 14, 16, 20, 28];
const EDGE = 24;
/** Top of a heading below the bar, and below the bar and the tabs of a place. */
const HEADING_TOPS = { alone: 80, belowTabs: 141 };

test('the font blocks nothing, moves nothing once it is there, and is small', async ({ page }) => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await mayCome;
    await route.continue();
  });
  const font = page.waitForResponse(/\.woff2$/);
  await page.goto('/console/login', { waitUntil: 'domcontentloaded' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await waitForPaint(page);
  const readPlaces = () =>
    page.locator('main :is(h1, label, a, button)').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, height } = element.getBoundingClientRect();
        return [x, y, height].map(Math.round);
      }),
    );
  const before = await readPlaces();
  letCome();
  const response = await font;
  expect(response.headers()['cache-control']).toContain('immutable');
  expect((await response.body()).length).toBeLessThanOrEqual(FONT_LIMIT);
  await expect.poll(() => page.evaluate(() => document.fonts.check('14px Inter'))).toBe(true);
  await waitForPaint(page);
  const after = await readPlaces();
  for (const [index, place] of after.entries()) {
    for (const [axis, value] of place.entries()) {
      // Links in the middle of a line are as wide as their text to a pixel or two.
      expect(Math.abs(value - (before[index]?.[axis] ?? Number.NaN))).toBeLessThanOrEqual(4);
    }
  }
});

const pages = {
  '/console/': 'Overview',
  '/console/services/hyper-dispatch': 'Functions',
  '/console/services/hyper-dispatch?function=orders%2Fcreate': 'orders/create · Functions',
  '/console/services/hyper-dispatch?tab=logs': 'Logs · Functions',
  '/console/services/content': 'Content',
  '/console/services/content/entries/orders': 'orders · Content',
  '/console/git-pull': 'Git Config Pull · Changes',
  '/console/changes/push': 'Push to git · Changes',
  '/console/changes/versions': 'Versions · Changes',
  '/console/changes/connections': 'Connections · Changes',
  '/console/activity': 'Activity · Changes',
  '/console/run-tests': 'Run Tests · Tests',
  '/console/test-runner-dashboard': 'Test Run Dashboard · Tests',
  '/console/notifications': 'Notifications · People',
  '/console/usage': 'Usage · Billing',
  '/console/usage?tab=limits': 'Budgets and limits · Billing',
  '/console/payment/history': 'Invoices · Billing',
  '/console/payment': 'Payment Information · Billing',
  '/console/prices': 'Prices · Billing',
  '/console/people': 'People',
  '/console/profile': 'Profile',
  '/console/keys': 'API keys',
  '/console/customers': 'Customers',
  '/console/pricing': 'Pricing · Prices',
  '/console/access-key': 'Access Keys',
  '/console/audit': 'Audit',
  '/console/platform': 'Platform',
};

test('the forms of visitors are in the middle of wide windows', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  for (const [path, button] of [
    ['login', 'Login'],
    ['register', 'Register'],
  ] as const) {
    await page.goto(`/console/${path}`);
    const box = await page.getByRole('button', { name: button, exact: true }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2, path).toBeCloseTo(960, -1);
  }
});

test('pages have one left edge, one place for their heading, five sizes of type, and a title', async ({
  page,
  signedInAdmin: _,
}) => {
  test.setTimeout(240_000);
  for (const [path, title] of Object.entries(pages)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectLoaded(page);
      await expect.soft(page).toHaveTitle(`${title} · Atrium`);
      const { left, top, tabs, sizes } = await measure(page);
      expect.soft(left, `left edge of ${path}`).toBe(EDGE);
      expect.soft(top, `heading of ${path}`).toBe(tabs ? HEADING_TOPS.belowTabs : HEADING_TOPS.alone);
      expect
        .soft(
          Object.keys(sizes).filter((size) => !SIZES.includes(Number(size))),
          JSON.stringify(sizes),
        )
        .toEqual([]);
    });
  }
});

/** Distance of the heading from the navigation and the top, and the sizes of all text with an example of each. */
function measure(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector<HTMLElement>('main#content');
    const heading = main?.querySelector('h1')?.getBoundingClientRect();
    const sizes: Record<string, string> = {};
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (textContent?.trim() && parentElement?.checkVisibility() && !parentElement.closest('.article'))
        sizes[parseFloat(getComputedStyle(parentElement).fontSize)] = textContent.slice(0, 40);
    }
    return {
      left: (heading?.x ?? 0) - (main?.getBoundingClientRect().x ?? 0),
      top: Math.round(heading?.y ?? 0),
      tabs: main?.querySelector(':scope > div > nav') !== null,
      sizes,
    };
  });
}
