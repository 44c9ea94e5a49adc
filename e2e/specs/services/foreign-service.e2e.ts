import type { Locator, Page } from '@playwright/test';
import { expectNoFindings, inspectPage } from '../../support/accessibility.ts';
import { expectSignedOut } from '../../support/api.ts';
import { type ForeignService, registerService, startForeignService } from '../../support/foreign-service.ts';
import { apiOf, type Person } from '../../support/personas.ts';
import { type Product, removeDataFolder, startProduct } from '../../support/product.ts';
import { expectLoaded } from '../../support/ready.ts';
import { addAuthenticator, codeOf } from '../../support/second-factors.ts';
import { test as base, expect } from '../../support/test.ts';

/** A separate product: a service that comes and goes would disturb what other tests see of the services. */
const test = base.extend<object, { shop: ForeignService; product: Product }>({
  shop: [
    async ({}, use) => {
      const shop = await startForeignService();
      await use(shop);
      shop.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ shop }, use) => {
      const product = await startProduct();
      await registerService(product, (shop as ForeignService & { address: string }).address);
      await use(product);
      await product.stop();
      await removeDataFolder(product.dataFolder);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  productUrl: [async ({ product }, use) => use(product.url), { scope: 'worker' }],
});

// Serial, in one worker: the tests share a product and the health of the service.
test.describe.configure({ mode: 'default' });

const widgetOf = (page: Page) => page.locator('atrium-console-widget');

async function openShop(page: Page): Promise<() => Promise<string[]>> {
  await page.goto('/services/shop/ui/');
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  return () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

async function signInByWidget(widget: Locator, person: Person): Promise<void> {
  await widget.getByLabel('Username').fill(person.username);
  await widget.getByLabel('Password').fill(person.password);
  await widget.locator('form').getByRole('button', { name: 'Login' }).click();
}

test('a page of a service signs in with the widget alone, hears its events, and has its panel', async ({
  page,
  shop,
  productUrl,
  customer,
}) => {
  const elsewhere = await apiOf(productUrl, customer);
  const child = { username: `kid-${customer.username}`, email: `kid-${customer.email}` };
  await elsewhere.must('POST', '/auth/v1/user/children', { ...child, firstName: 'Kid', lastName: 'Brown' });
  const widget = widgetOf(page);
  const seen = await openShop(page);
  await expect.poll(seen).toContain('access-denied ');

  await test.step('a wrong password is told in the widget', async () => {
    await widget.getByRole('button', { name: 'Login' }).first().click();
    await signInByWidget(widget, { ...customer, password: 'not the password' });
    await expect(widget.getByRole('alert')).not.toBeEmpty();
  });

  await test.step('the right one signs in, and the page hears of it', async () => {
    await signInByWidget(widget, customer);
    await expect.poll(seen).toContain(`user-data-loaded ${customer.username}`);
    expect((await seen()).some((each) => each.startsWith('access-granted'))).toBe(true);
    await expect(widget.getByText(customer.email)).toBeVisible();
    await widget.getByLabel('Dark').check();
    await expect.poll(seen).toContain('theme-changed dark');
    await expectNoFindings(page, 'a page with the widget');
  });

  await test.step('the session stays, and the service sees nothing of the person', async () => {
    await page.reload();
    await expect.poll(seen, 'the session stays').toContain(`user-data-loaded ${customer.username}`);
    expect(shop.pageRequests.map(({ url }) => url)).toEqual(['/ui/', '/ui/page.js', '/ui/', '/ui/page.js']);
    for (const { headers } of shop.pageRequests) {
      expect(headers, 'the service sees nothing of the person').not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  await test.step('a session is listed in the panel and ended from there', async () => {
    await widget.getByRole('button', { name: customer.username }).click();
    await widget.getByText('Sessions', { exact: true }).click();
    await expect(widget.getByText('this device')).toBeVisible();
    await widget
      .getByRole('button', { name: /^Sign out .+ at / })
      .first()
      .click();
    await expect(widget.getByRole('button', { name: /^Sign out .+ at / })).toHaveCount(0);
    await expectSignedOut(elsewhere);
  });

  await test.step('the panel lists the child users and leads to the profile', async () => {
    await widget.getByText('Child users', { exact: true }).click();
    await expect(widget.getByText(`${child.username}, invited`)).toBeVisible();
    await widget.getByRole('link', { name: 'Your profile' }).click();
    await expect(page).toHaveURL('/console/profile');
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  });

  await test.step('the session is the console`s as well', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    await expect(page).toHaveURL('/console/');
    await expect(page.getByText('Getting Started')).toBeVisible();
  });
});

test('the widget asks for the second factor where it asked for the password', async ({
  page,
  shop: _,
  customer,
  customerApi,
}) => {
  const { secret } = await addAuthenticator(customerApi);
  const widget = widgetOf(page);
  const seen = await openShop(page);
  await widget.getByRole('button', { name: 'Login' }).first().click();
  await signInByWidget(widget, customer);
  const code = widget.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await expectNoFindings(page, 'a page with the second step of the widget');
  await code.fill('000000');
  await code.press('Enter');
  await expect(widget.getByRole('alert')).toContainText('This code is not right');

  await test.step('the other way, and the way back', async () => {
    await widget.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(widget.getByLabel('Recovery code')).toBeFocused();
    await widget.getByRole('button', { name: 'Back' }).click();
    await expect(widget.getByLabel('Password')).toBeFocused();
    await signInByWidget(widget, customer);
  });

  await code.fill(codeOf(secret, 1));
  await widget.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(seen).toContain(`user-data-loaded ${customer.username}`);
  await expect(widget.getByText(customer.email)).toBeVisible();
});

test('the dashboard follows the health of a service and of its pages without being asked', async ({
  page,
  shop,
  signedIn: _,
}) => {
  const followed = page.waitForResponse('**/console/v1/events');
  await page.goto('/console/');
  await followed;
  const status = page.getByRole('region', { name: 'Services status' });
  await expect(status).toContainText('All services are up.');
  shop.health.pages = 'DEGRADED';
  await expect(status.getByText('DEGRADED', { exact: true })).toBeVisible();
  await expect(status).not.toContainText('All services are up.');
  shop.health.pages = 'DOWN';
  await expect(status.getByText('UI error!')).toBeVisible();
  await expect(status).toContainText('Shop');
  await expect(status.getByText('Service error!')).toHaveCount(0);
  shop.health.service = 'DOWN';
  await expect(status.getByText('Service error!')).toBeVisible();
  Object.assign(shop.health, { pages: 'UP', service: 'UP' });
  await expect(status).toContainText('All services are up.');
});

test('its functions are found, read and called from its page, though it keeps no log of calls', async ({
  page,
  shop: _shop,
  guard,
  signedIn: _,
}) => {
  // It knows neither versions nor calls, and says so with a 404.
  guard.expectFault(/status of 404/);

  await test.step('it is in the map, in the search and in the status', async () => {
    await page.goto('/console/');
    const link = page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'Shop' });
    await expect(link).toHaveAttribute('href', '/console/services/shop');
    await expectLoaded(page);
    await page.getByRole('banner').getByRole('button', { name: 'Go to anything' }).click();
    const search = page.getByRole('dialog', { name: 'Go to anything' });
    await search.getByRole('combobox').fill('shop');
    await search.getByRole('option', { name: /^Shop/ }).click();
    await expect(page).toHaveURL('/console/services/shop');
    await page.goto('/console/?dialog=system-status');
    const status = page.getByRole('dialog', { name: 'Cloud Status' });
    await expect(status.getByRole('link', { name: 'Pages of Shop' })).toBeVisible();
    await status.getByRole('link', { name: 'Shop', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  });

  await test.step('its functions are listed without numbers of calls, and are called', async () => {
    await expect(page.getByRole('tab', { name: 'Logs' })).toHaveCount(0);
    const table = page.getByRole('table', { name: 'Functions' });
    await expect(table.getByRole('columnheader', { name: 'Failed' })).toHaveCount(0);
    await table.getByRole('link', { name: 'sell' }).click();
    await expect(page.getByRole('textbox', { name: 'Code of the function sell' })).toContainText(
      'sold: name',
    );
    await page
      .getByRole('region', { name: 'Call', exact: true })
      .getByRole('button', { name: 'Call' })
      .click();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('"sold": "tea"');
    await expect(page.getByRole('region', { name: 'Calls' })).toHaveCount(0);
  });
});

test('a page that no operator trusts cannot act as the person who opens it', async ({
  page,
  productUrl,
  product,
  shop,
  guard,
  signedIn: customer,
}) => {
  const address = (shop as ForeignService & { address: string }).address;
  await page.goto('/services/shop/ui/thief.html');
  const outcomes = async () =>
    JSON.parse((await page.locator('output').textContent()) || '{}') as Record<string, string>;
  await expect.poll(outcomes, 'a trusted page can').toEqual({
    session: '200',
    account: customer.username,
    cookie: '',
    storage: 'yes',
    console: 'read',
    origin: productUrl,
  });

  await registerService(product, address, { isTrusted: false });
  guard.expectFault(/content security policy|sandbox/i);
  await page.goto('/services/shop/ui/thief.html');
  await expect.poll(outcomes).toEqual({
    session: 'refused',
    account: 'refused',
    cookie: 'refused',
    storage: 'refused',
    console: 'refused',
    origin: 'null',
  });
  await page.goto('/console/');
  await expect(page.getByText('Getting Started')).toBeVisible();
  await registerService(product, address);
});

test('a page that no operator trusts asks the person, and does what they allow until they take it back', async ({
  page,
  context,
  product,
  shop,
  guard,
  signedIn: _,
}) => {
  const address = (shop as ForeignService & { address: string }).address;
  await registerService(product, address, { isTrusted: false });
  shop.isAsking = true;
  const frame = page.frameLocator('iframe[title="Pages of Shop"]');
  const outcome = frame.locator('output');
  const press = (name: string) => frame.getByRole('button', { name, exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Allow the pages of Shop to act for you?' });
  const openPages = async () => {
    await page.goto('/console/services/shop/pages');
    await expect(frame.getByRole('heading', { name: 'Reports' })).toBeVisible();
  };
  guard.expectFault(/content security policy|status of (400|401|403)/i);

  await test.step('the question names the service and what it wants, and starts on the refusal', async () => {
    await openPages();
    await press('Read addresses');
    await expect(outcome).toHaveText('Nothing is allowed yet: ask first.');
    await press('Ask');
    await expect(question).toContainText(
      'See the usage of the whole domain, its invoices, cards and addresses.',
    );
    await expect(question.getByRole('button', { name: 'Do not allow' })).toBeFocused();
    await inspectPage(page, 'page-asks');
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(outcome).toHaveText('The person has refused.');
    await press('Ask');
    await expect(outcome).toHaveText('The person has just refused.');
    await expect(question).toHaveCount(0);
  });

  await test.step('what is allowed, and nothing else', async () => {
    await openPages();
    await press('Ask for more');
    await expect(question).not.toContainText('Invite and remove people');
    await question.getByRole('button', { name: 'Do not allow' }).click();
    await openPages();
    await press('Ask');
    await question.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(outcome).toContainText('billing.read');
    await expect(outcome).not.toContainText('atp_');
    await press('Read addresses');
    await expect(outcome).toHaveText('200');
    await press('Pay');
    await expect(outcome).toHaveText('403');
    await press('Call by itself');
    await expect(outcome).toHaveText('Failed to fetch');
  });

  await test.step('it is listed on the profile, and ends when it is taken back', async () => {
    const profile = await context.newPage();
    await profile.goto('/console/profile');
    const row = profile.getByRole('table', { name: 'Pages with access' }).getByRole('row', { name: /Shop/ });
    await expect(row).toContainText('See billing');
    await inspectPage(profile, 'pages-with-access');
    await row.getByRole('button', { name: 'Revoke access for Shop' }).click();
    const question = profile.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Revoke access' }).click();
    // The dialog hides the rows, whatever their state.
    await expect(question).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await profile.close();
    await press('Read addresses');
    await expect(outcome).toHaveText('401');
  });

  await registerService(product, address);
  shop.isAsking = false;
  await page.goto('/console/services/shop/pages');
  await expect(page.getByRole('link', { name: 'Open the pages' })).toBeVisible();
});
