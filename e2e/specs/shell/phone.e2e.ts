import { inspectPhone } from '../../support/in-sight.ts';
import { phone } from '../../support/phone.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

// Every page with a thumb, at the width of most phones and of the narrowest; the tasks are in the files beside it.
test.describe.configure({ timeout: 240_000 });
test.use({ ...phone, colorScheme: 'dark' });

const visitorPages = {
  landing: '/index',
  terms: '/index/terms',
  'public-prices': '/index/prices',
};

const customerPages = {
  overview: '/console/',
  usage: '/console/usage',
  payment: '/console/payment',
  invoices: '/console/payment/history',
  prices: '/console/prices',
  profile: '/console/profile',
  activity: '/console/activity',
  functions: '/console/services/hyper-dispatch',
  versions: '/console/services/hyper-dispatch?tab=versions',
  'choose-tests': '/console/run-tests',
};

const administratorPages = {
  pricing: '/console/pricing',
  bonus: '/console/bonus',
  'access-keys': '/console/access-key',
  customers: '/console/customers',
  audit: '/console/audit',
  platform: '/console/platform',
};

test('a visitor has every page in sight on a phone, and reads an article', async ({ page }) => {
  for (const [name, address] of Object.entries(visitorPages)) {
    await page.goto(address);
    await expectLoaded(page);
    await inspectPhone(page, name);
  }
  await page.goto('/index');
  await page.getByRole('main').locator('a[href^="/console/doc/v1/article-view?id="]').first().tap();
  await expect(page.getByRole('article')).toBeVisible();
  await expectLoaded(page);
  await inspectPhone(page, 'article');
});

test('a customer has the amounts, states and actions of every page in sight on a phone', async ({
  page,
  signedIn: _,
}) => {
  for (const [name, address] of Object.entries(customerPages)) {
    await page.goto(address);
    await expectLoaded(page);
    await inspectPhone(page, name);
  }
});

test('an administrator has the values and actions of every page in sight on a phone', async ({
  page,
  signedInAdmin: _,
}) => {
  for (const [name, address] of Object.entries(administratorPages)) {
    await page.goto(address);
    await expectLoaded(page);
    await inspectPhone(page, name);
  }
});
