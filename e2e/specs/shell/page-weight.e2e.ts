import type { Page } from '@playwright/test';
import { field } from '../../support/forms.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

/** Same limit as in `bench/pages.bench.ts`. */
const SIGN_IN_LIMIT = 116_000;
const DASHBOARD_LIMIT = 171_000;

/**
 * Weighs scripts, styles and the document, which the styles stand in, that reach the browser from now on, headers
 * included: bytes by file, the heaviest first.
 */
function weighCode(page: Page): () => Promise<{ total: number; files: string }> {
  const weights: Promise<[name: string, bytes: number]>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!/\.(?:js|css)$/.test(pathname) && request.resourceType() !== 'document') return;
    weights.push(
      request
        .sizes()
        .then(({ responseHeadersSize, responseBodySize }) => [
          pathname,
          responseHeadersSize + responseBodySize,
        ]),
    );
  });
  return async () => {
    const files = (await Promise.all(weights)).sort(([, a], [, b]) => b - a);
    return {
      total: files.reduce((sum, [, bytes]) => sum + bytes, 0),
      files: files.map(([name, bytes]) => `${bytes} ${name}`).join('\n'),
    };
  };
}

test('the sign-in page loads no more code than it may', async ({ page }) => {
  const weight = weighCode(page);
  await page.goto('/console/login');
  await expect(field(page, 'Username')).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Less than a third would say that the files came from somewhere else.
  const { total, files } = await weight();
  expect(total, files).toBeGreaterThan(SIGN_IN_LIMIT / 3);
  expect(total, files).toBeLessThanOrEqual(SIGN_IN_LIMIT);
});

test('the dashboard loads no more code than it may', async ({ page, signedIn: _ }) => {
  const weight = weighCode(page);
  await page.goto('/console/');
  await expectLoaded(page);
  await expect(page.getByRole('heading', { name: 'Services status' })).toBeVisible();
  await expect(page.getByText('All services are up.')).toBeVisible();
  const { total, files } = await weight();
  expect(total, files).toBeGreaterThan(DASHBOARD_LIMIT / 3);
  expect(total, files).toBeLessThanOrEqual(DASHBOARD_LIMIT);
});

test("a page's program comes when its link is pointed at, before the click", async ({
  page,
  signedIn: _,
}) => {
  // Listens before the page loads, to catch an immediate hover over a link.
  const fetched = page.waitForResponse(/assets\/TestRunDashboardPage-.*\.js$/, { timeout: 60_000 });
  await page.goto('/console/');
  const link = page.getByRole('banner').getByRole('link', { name: 'Test Run Dashboard', exact: true });
  await link.hover();
  await fetched;
  await expect(page).toHaveURL(/\/console\/$/);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Test Run Dashboard' })).toBeVisible();
});

test('a page of tests comes in few requests', async ({ page, signedIn: _ }) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().startsWith('http') || request.resourceType() === 'font') return;
    asked.add(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto('/console/run-tests');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await expectLoaded(page);
  expect(asked.size, [...asked].join('\n')).toBeLessThanOrEqual(25);
});

test('the overview asks for all it shows in few requests, and for nothing twice', async ({
  page,
  signedIn: _,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/console/');
  await expect(page.getByRole('region', { name: 'First steps' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText('All services are up.')).toBeVisible();
  await expectLoaded(page);
  // The stream of events opens once the page is idle, sometimes after this moment.
  const calls = asked.filter((each) => !/\/console\/(assets\/|v1\/events$)/.test(each));
  expect(calls.filter((each) => /together|refresh/.test(each))).toEqual([
    'POST /auth/v1/token/refresh',
    'POST /console/v1/together',
  ]);
  for (const path of [
    'limits',
    'invoice/list',
    'card/list',
    'tests/run/recent',
    'consolidated/log',
    'card/check',
    'calls/check',
    'public/pricing',
    'work',
  ]) {
    expect(calls.join('\n'), 'has come with the others').not.toContain(`/console/v1/${path}`);
  }
  expect(new Set(calls).size, calls.join('\n')).toBe(calls.length);
  // Count files on the first visit; on the second they come from the cache.
  const files = new Set(asked.filter((each) => /\/console\/assets\/.*\.(js|css)$/.test(each)));
  expect(files.size + calls.length, asked.join('\n')).toBeLessThanOrEqual(20);
});
