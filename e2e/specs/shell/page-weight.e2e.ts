import type { Page } from '@playwright/test';
import { field } from '../../support/forms.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

/** As much code as `bench/pages.bench.ts` allows. */
const SIGN_IN_LIMIT = 110_000;
const DASHBOARD_LIMIT = 170_000;

/** Sums up the bytes of scripts and styles that reach the browser from now on, headers included. */
function weighCode(page: Page): () => Promise<number> {
  const weights: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!/\.(?:js|css)$/.test(new URL(request.url()).pathname)) return;
    weights.push(
      request
        .sizes()
        .then(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize),
    );
  });
  return async () => (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
}

test('the sign-in page loads no more code than it may', async ({ page }) => {
  const weight = weighCode(page);
  await page.goto('/console/login');
  await expect(field(page, 'Username')).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Less than a third would say that the files came from somewhere else.
  expect(await weight()).toBeGreaterThan(SIGN_IN_LIMIT / 3);
  expect(await weight()).toBeLessThanOrEqual(SIGN_IN_LIMIT);
});

test('the dashboard loads no more code than it may', async ({ page, signedIn: _ }) => {
  const weight = weighCode(page);
  await page.goto('/console/');
  await expectLoaded(page);
  await expect(page.getByRole('heading', { name: 'Services status' })).toBeVisible();
  await expect(page.getByText('All services are up.')).toBeVisible();
  expect(await weight()).toBeGreaterThan(DASHBOARD_LIMIT / 3);
  expect(await weight()).toBeLessThanOrEqual(DASHBOARD_LIMIT);
});
