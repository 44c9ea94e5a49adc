import type { Page } from '@playwright/test';
import { expectNoFindings } from '../../support/accessibility.ts';
import { apiOf, type Person } from '../../support/personas.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

const events = ['access-granted', 'access-denied', 'user-data-loaded', 'theme-changed'];

/** A page of some service, which embeds the widget with one script tag and knows nothing of the console. */
async function openServicePage(page: Page): Promise<() => Promise<string[]>> {
  await page.route('**/services/shop/ui/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><body><main><h1>Shop</h1></main>
        <script>
          window.seen = [];
          for (const name of ${JSON.stringify(events)})
            document.addEventListener(name, ({ type, detail }) => window.seen.push(type + ' ' + (detail?.username ?? detail?.theme ?? '')));
        </script>
        <script src="/console/widget.js" defer></script></body></html>`,
    }),
  );
  await page.goto('/services/shop/ui/');
  return () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

async function signInByWidget(page: Page, person: Person): Promise<void> {
  const widget = page.locator('atrium-console-widget');
  await widget.getByRole('button', { name: 'Login' }).first().click();
  await widget.getByLabel('Username').fill(person.username);
  await widget.getByLabel('Password').fill(person.password);
  await widget.locator('form').getByRole('button', { name: 'Login' }).click();
}

test('a page of a service signs in with the widget alone and hears its events', async ({
  page,
  customer,
}) => {
  const seen = await openServicePage(page);
  await expect.poll(seen).toContain('access-denied ');
  await signInByWidget(page, customer);
  await expect.poll(seen).toContain(`user-data-loaded ${customer.username}`);
  expect((await seen()).some((each) => each.startsWith('access-granted'))).toBe(true);
  const widget = page.locator('atrium-console-widget');
  await expect(widget.getByText(customer.email)).toBeVisible();
  await widget.getByLabel('Dark').check();
  await expect.poll(seen).toContain('theme-changed dark');
  await expectNoFindings(page, 'a page with the widget');
  await page.goto('/console/');
  await expect(page, 'the session is the console`s as well').toHaveURL('/console/');
});

test('a wrong password is told in the widget', async ({ page, customer }) => {
  await openServicePage(page);
  await signInByWidget(page, { ...customer, password: 'not the password' });
  await expect(page.locator('atrium-console-widget').getByRole('alert')).not.toBeEmpty();
});

test('a session is listed in the panel and ended from there', async ({ page, productUrl, customer }) => {
  const elsewhere = await apiOf(productUrl, customer);
  await openServicePage(page);
  await signInByWidget(page, customer);
  const widget = page.locator('atrium-console-widget');
  await widget.getByText('Sessions', { exact: true }).click();
  await expect(widget.getByText('this one')).toBeVisible();
  await widget
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await expect(widget.getByRole('button', { name: /^End the session/ })).toHaveCount(0);
  expect((await elsewhere.call('GET', '/auth/v1/user')).status).toBe(401);
});

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
