import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

// Every page as a new customer and as an administrator meet it: both themes, wide and at 320 px. Pages of test runs,
// own keys, versions, proof and customers are looked at in all their states elsewhere.
test.describe.configure({ timeout: 240_000 });

const pages = {
  usage: '/console/usage',
  payment: '/console/payment',
  invoices: '/console/payment/history',
  'invoice-unknown': '/console/payment/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b',
  'console-prices': '/console/prices',
  profile: '/console/profile',
  people: '/console/people',
  activity: '/console/activity',
  'service-content': '/console/services/content',
  'service-file': '/console/services/hyper-dispatch?file=functions%2Fgreet.js',
  'git-pull': '/console/git-pull',
  api: '/console/api',
};

const adminPages = {
  pricing: '/console/pricing',
  bonus: '/console/bonus',
  'access-keys': '/console/access-key',
  audit: '/console/audit',
  'identity-providers-for-everyone': '/console/identity-providers',
  mailbox: '/console/dev/mailbox',
};

async function inspectPages(page: Page, paths: Record<string, string>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectLoaded(page);
      await inspectPage(page, name);
    });
  }
}

test('every page of customers holds in both looks', async ({ page, signedIn: _ }) => {
  await inspectPages(page, pages);
});

test('every page of administrators holds in both looks, and so does the kit of parts', async ({
  page,
  signedInAdmin: _,
}) => {
  await inspectPages(page, adminPages);
  await page.goto('/console/dev/kit');
  // Its spinners and skeletons never end: they are on show.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await inspectPage(page, 'kit');
});
