import { inspectPage } from '../../support/accessibility.ts';
import { signInFast } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

const authenticated = [
  '/console/',
  '/console/usage',
  '/console/payment',
  '/console/payment/history',
  '/console/git-pull',
  '/console/run-tests',
  '/console/test-runner-dashboard',
  '/console/profile',
];
const adminOnly = ['/console/pricing', '/console/bonus', '/console/access-key'];
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
const open = ['/console/prices', '/console/terms', '/console/unauthorized', '/index/terms', '/index/prices'];

test('a visitor is sent to the login with the encoded path', async ({ page }) => {
  for (const path of [...authenticated, ...adminOnly]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`/console/login?next=${encodeURIComponent(path)}`);
  }
});

test('a visitor opens what is open to everyone', async ({ page }) => {
  for (const path of open) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page, path).toHaveURL(path);
  }
});

test('a customer is let neither into the pages of administrators nor into those of visitors', async ({
  page,
  signedIn: _,
}) => {
  for (const path of publicOnly) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/console/');
  }
  for (const path of adminOnly) {
    await page.goto(path);
    await expect(page.getByText('You are not authorized to view this page.')).toBeVisible();
    await expect(page, path).toHaveURL('/console/unauthorized');
  }
  await inspectPage(page, 'unauthorized');
});

test('the top menu of the landing page is for visitors', async ({ page, customer }) => {
  await page.goto('/index');
  const menu = page.getByRole('banner');
  for (const name of ['Prices', 'Terms and Conditions', 'Console']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await signInFast(page, customer);
  await page.goto('/index');
  await expect(menu.getByRole('link', { name: 'Usage', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Terms and Conditions' })).toHaveCount(0);
});

test('an administrator opens the pages of administrators', async ({ page, signedInAdmin: _ }) => {
  for (const path of adminOnly) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page, path).toHaveURL(path);
  }
});

test('what does not exist is told to be missing', async ({ page }) => {
  for (const path of ['/no/such/page', '/index/no-such-page', '/console/no-such-page']) {
    const response = await page.goto(path);
    await expect(page.getByText('The page you are looking for cannot be found.'), path).toBeVisible();
    expect(response?.headers()['content-type']).toContain('text/html');
  }
  await inspectPage(page, 'not-found');
});

test('the root leads to the landing page', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/index\/?$/);
});

test('a spinner shows until the console knows who is there', async ({ page, signedIn: _ }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token/refresh', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/console/usage');
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(page).toHaveURL('/console/usage');
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
});
