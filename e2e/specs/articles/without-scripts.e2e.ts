import type { Page } from '@playwright/test';
import { expectFlagged, field } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';

// Server-rendered pages before any script has run.

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('landing, terms, prices, login and register show what they have', async ({ page }) => {
    await page.goto('/index');
    await expect(page.locator('a[href^="/console/doc/v1/article-view?id="]').first()).toBeVisible();
    await page.goto('/index/terms');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.goto('/index/prices');
    await expect(page.getByRole('table', { name: 'Prices of Functions' })).toContainText('invoke');
    await page.goto('/console/login');
    await expect(field(page, 'Username')).toBeVisible();
    await page.goto('/console/register');
    await expect(field(page, 'First name')).toBeVisible();
  });
});

/** Opens a page whose scripts wait until the answer is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const coming = Promise.withResolvers<void>();
  let held = 0;
  await page.route('**/console/assets/*.js', async (route) => {
    held += 1;
    await coming.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect.poll(() => held, 'scripts that wait').toBeGreaterThan(0);
  return coming.resolve;
}

test('what is typed before the scripts have come is kept', async ({ page, customer }) => {
  await test.step('what is typed into the registration is kept', async () => {
    const letScriptsCome = await openWithoutScripts(page, '/console/register');
    await field(page, 'Username').fill('early-bird');
    await page.getByRole('checkbox', { name: /terms/i }).check();
    letScriptsCome();
    await page.getByRole('button', { name: 'Register' }).click();
    await expectFlagged(page, ['First name', 'Last name', 'E-mail', 'Password']);
    await expect(field(page, 'Username')).toHaveValue('early-bird');
    await expect(field(page, 'Username')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('checkbox', { name: /terms/i })).toBeChecked();
    await page.unrouteAll();
  });

  await test.step('what is typed into the login form is kept and sent', async () => {
    const letScriptsCome = await openWithoutScripts(page, '/console/login');
    await field(page, 'Username').fill(customer.username);
    await field(page, 'Password').fill(customer.password);
    letScriptsCome();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/console/');
    await page.unrouteAll();
  });

  await test.step('so is what is typed while the end of a session is not known yet', async () => {
    // As after a long absence: the browser remembers a session that the platform no longer knows.
    await page.context().clearCookies();
    const told = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/auth/v1/token/refresh');
    await page.route('**/auth/v1/token/refresh', async (route) => {
      await told.promise;
      await route.continue();
    });
    await page.goto('/console/login');
    await asked;
    await field(page, 'Username').fill(customer.username);
    told.resolve();
    await field(page, 'Password').fill(customer.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/console/');
  });
});
