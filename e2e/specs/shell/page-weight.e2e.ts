import type { Page } from '@playwright/test';
import { field } from '../../support/forms.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

/** As much code as `bench/pages.bench.ts` allows. */
const SIGN_IN_LIMIT = 110_500;
const DASHBOARD_LIMIT = 170_000;

/** Weighs scripts and styles that reach the browser from now on, headers included: bytes by file, the heaviest first. */
function weighCode(page: Page): () => Promise<{ total: number; files: string }> {
  const weights: Promise<[name: string, bytes: number]>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!/\.(?:js|css)$/.test(pathname)) return;
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
