import { expectFlagged, field } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';

// What visitors see before any script has run: the pages were drawn on the server.

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('landing, terms and prices show their content', async ({ page }) => {
    await page.goto('/index');
    await expect(page.locator('a[href^="/console/doc/v1/article-view?id="]').first()).toBeVisible();
    await page.goto('/index/terms');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.goto('/index/prices');
    await expect(page.getByRole('table', { name: 'Prices of Hyper Dispatch' })).toContainText('invoke');
  });

  test('login and register show their forms', async ({ page }) => {
    await page.goto('/console/login');
    await expect(field(page, 'Username')).toBeVisible();
    await page.goto('/console/register');
    await expect(field(page, 'First name')).toBeVisible();
  });
});

test.describe('before the scripts have come', () => {
  let letScriptsCome: () => void;

  test.beforeEach(async ({ page }) => {
    const coming = Promise.withResolvers<void>();
    letScriptsCome = coming.resolve;
    await page.route('**/console/assets/*.js', async (route) => {
      await coming.promise;
      await route.continue();
    });
  });

  test('what is typed into the login form is kept and sent', async ({ page, customer }) => {
    await page.goto('/console/login', { waitUntil: 'commit' });
    await field(page, 'Username').fill(customer.username);
    await field(page, 'Password').fill(customer.password);
    letScriptsCome();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/console/');
  });

  test('what is typed into the registration is kept', async ({ page }) => {
    await page.goto('/console/register', { waitUntil: 'commit' });
    await field(page, 'Username').fill('early-bird');
    await page.getByRole('checkbox', { name: /terms/i }).check();
    letScriptsCome();
    await page.getByRole('button', { name: 'Register' }).click();
    await expectFlagged(page, ['First name', 'Last name', 'E-mail', 'Password']);
    await expect(field(page, 'Username')).toHaveValue('early-bird');
    await expect(field(page, 'Username')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('checkbox', { name: /terms/i })).toBeChecked();
  });
});
