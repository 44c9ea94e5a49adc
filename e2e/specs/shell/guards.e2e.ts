import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

const authenticated = [
  '/console/',
  '/console/usage',
  '/console/payment',
  '/console/payment/history',
  '/console/payment/details',
  '/console/payment/details?id=abc',
  '/console/services/hyper-dispatch',
  '/console/services/hyper-dispatch/pages',
  '/console/services/hyper-dispatch?function=orders%2Fcreate',
  '/console/git-pull',
  '/console/run-tests',
  '/console/test-runner-dashboard',
  '/console/profile',
  '/console/people',
  '/console/keys',
  '/console/keys?code=BCDF-GHJK',
];
const adminOnly = [
  '/console/pricing',
  '/console/bonus',
  '/console/access-key',
  '/console/audit',
  '/console/platform',
  '/console/identity-providers',
  '/console/customers',
  '/console/customers/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b',
];
const publicOnly = [
  '/console/register',
  '/console/register/success?email=a%40example.com',
  '/console/confirm',
  '/console/confirm?token=unknown',
  '/console/login',
  '/console/login/sso',
  '/console/reset',
  '/console/reset?token=unknown',
  '/console/reset/send',
  '/console/reset/prompt?email=a%40example.com',
  '/console/reset/success',
];
const open = [
  '/console/prices',
  '/console/terms',
  '/console/unauthorized',
  '/console/sign-in-report',
  '/index/terms',
  '/index/prices',
];

/** Who may not see a page is led away from it: it need not stand still for that. */
async function expectLedTo(page: Page, path: string, goal: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page, path).toHaveURL(goal);
}

const usageHeading = (page: Page) => page.getByRole('heading', { name: 'Usage', level: 1 });

test('a visitor opens what is open, and is sent to the login from everything else', async ({ page }) => {
  await test.step('a visitor is sent to the login with the encoded path', async () => {
    for (const path of [...authenticated, ...adminOnly]) {
      await expectLedTo(page, path, `/console/login?next=${encodeURIComponent(path)}`);
    }
    await expectLoaded(page);
  });

  await test.step('a visitor opens what is open to everyone', async () => {
    for (const path of open) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect(page, path).toHaveURL(path);
    }
  });

  await test.step('what does not exist is told to be missing', async () => {
    for (const path of ['/no/such/page', '/index/no-such-page', '/console/no-such-page']) {
      const response = await page.goto(path);
      await expect(page.getByText('The page you are looking for cannot be found.'), path).toBeVisible();
      expect(response?.headers()['content-type']).toContain('text/html');
      await expect(page).toHaveTitle('Page not found · Atrium');
    }
    await inspectPage(page, 'not-found');
  });

  await test.step('the root leads to the landing page, whose top menu is for visitors', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/index\/?$/);
    for (const name of ['Prices', 'Terms and Conditions', 'Console']) {
      await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible();
    }
  });
});

test('a customer opens neither the pages of administrators nor those of visitors', async ({
  page,
  signedIn: _,
}) => {
  await test.step('a spinner shows until the console knows who is there', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token/refresh', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/console/usage');
    await expect(page.getByRole('status').first()).toBeVisible();
    await expect(page).toHaveURL('/console/usage');
    held.resolve();
    await expect(usageHeading(page)).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('the landing page has the menu of customers for them', async () => {
    await page.goto('/index');
    const menu = page.getByRole('banner');
    await expect(menu.getByRole('link', { name: 'Usage', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Terms and Conditions' })).toHaveCount(0);
  });

  await test.step('what is for visitors leads to the dashboard', async () => {
    for (const path of publicOnly) await expectLedTo(page, path, '/console/');
    await expectLoaded(page);
  });

  await test.step('an address that names nothing is told to be missing, until another page is opened', async () => {
    await page.goto('/console/payment/details?id=abc');
    await expect(page.getByText('The page you are looking for cannot be found.')).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Atrium');
    await page.getByRole('banner').getByRole('link', { name: 'Usage', exact: true }).click();
    await expect(page).toHaveTitle('Usage · Billing · Atrium');
  });

  await test.step('what is for administrators is refused', async () => {
    for (const path of adminOnly) {
      await expectLedTo(page, path, '/console/unauthorized');
      await expect(page.getByText('You are not authorized to view this page.')).toBeVisible();
    }
    await inspectPage(page, 'unauthorized');
  });
});
