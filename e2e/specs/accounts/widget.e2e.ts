import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test('requests that meet a 401 ask for one refresh and are replayed', async ({ page, signedIn: _ }) => {
  let refreshes = 0;
  const refused = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/v1/token/refresh')) refreshes += 1;
  });
  await page.route(/\/(console\/v1|services|doc\/v1)(?!.*\/public\/)/, async (route) => {
    const path = new URL(route.request().url()).pathname;
    // Only what carries the token from before the one refresh.
    if (refreshes > 1) return await route.continue();
    refused.add(path);
    await route.fulfill({ status: 401, json: { status: 401, message: 'Please sign in.', requestId: 'e2e' } });
  });
  await page.goto('/console/');
  await expect(page.getByText('Getting Started')).toBeVisible();
  await expect.poll(() => refused.size).toBeGreaterThan(2);
  await expectLoaded(page);
  await expect(page.getByRole('main').getByRole('alert').filter({ visible: true })).toHaveCount(0);
  expect(refreshes, 'one at the start, one for all that were refused').toBe(2);
});
