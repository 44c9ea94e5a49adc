import { inspectPage } from '../../support/accessibility.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

// Every page as a new customer and as an administrator meet it: both themes, wide and at 320 px.

const pages = [
  { path: '/console/usage', name: 'usage' },
  { path: '/console/payment', name: 'payment' },
  { path: '/console/payment/history', name: 'invoices' },
  { path: '/console/payment/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b', name: 'invoice-unknown' },
  { path: '/console/prices', name: 'console-prices' },
  { path: '/console/profile', name: 'profile' },
  { path: '/console/git-pull', name: 'git-pull' },
  { path: '/console/run-tests', name: 'run-tests' },
  { path: '/console/test-runner-dashboard', name: 'test-runner-dashboard' },
  { path: '/console/api', name: 'api' },
];

const adminPages = [
  { path: '/console/pricing', name: 'pricing' },
  { path: '/console/bonus', name: 'bonus' },
  { path: '/console/access-key', name: 'access-keys' },
  { path: '/console/dev/mailbox', name: 'mailbox' },
];

for (const { path, name } of pages) {
  test(`${path} holds in every look`, async ({ page, signedIn: _ }) => {
    await page.goto(path);
    await expectLoaded(page);
    await inspectPage(page, name);
  });
}

for (const { path, name } of adminPages) {
  test(`${path} holds in every look`, async ({ page, signedInAdmin: _ }) => {
    await page.goto(path);
    await expectLoaded(page);
    await inspectPage(page, name);
  });
}

test('the kit of parts holds in every look', async ({ page, signedIn: _ }) => {
  await page.goto('/console/dev/kit');
  // Its spinners and skeletons never end: they are on show.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await inspectPage(page, 'kit');
});
