import type { Locator, Page } from '@playwright/test';
import { countRequests, expectErrorDialog, field, fillFields } from '../../support/forms.ts';
import { openOwn } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

const typed = { City: 'Graz', ZIP: '8010', Address: 'Hauptplatz 2' };
const createPath = '/console/v1/address/create';

async function fillAddress(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Address' }).click();
  const form = page.getByRole('dialog', { name: 'Add Address' });
  await fillFields(form, typed);
  await field(form, 'Country').selectOption({ label: 'Austria' });
  return form;
}

async function expectStillFilled(form: Locator): Promise<void> {
  for (const [label, value] of Object.entries(typed)) await expect(field(form, label)).toHaveValue(value);
}

const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');

test('a server that is away, parts that are not there: it is said, and nothing typed is lost', async ({
  page,
  context,
  guard,
  signedIn: _,
}) => {
  // The browser's console also reports missing files.
  guard.expectFault(/Failed to load resource|net::ERR|MissingPartError/);
  await page.route('**/console/v1/card/check', (route) => route.fulfill({ json: true }));
  await page.goto('/console/payment');
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  const row = page.getByRole('row', { name: /Austria Graz Hauptplatz 2 8010/ });

  await test.step('a server that cannot be reached is told at once, and the form stays as it was', async () => {
    const form = await fillAddress(page);
    await page.route('**/*', (route) => route.abort());
    await save.click();
    await expect(page.getByRole('alertdialog').getByRole('heading')).toHaveCount(1);
    await expectErrorDialog(page, 'Cannot reach the server. Check your connection and try again.');
    await expect(save).toBeFocused();
    await expectStillFilled(form);
  });

  await test.step('Escape closes the error, not the form behind it', async () => {
    await save.click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expectStillFilled(page.getByRole('dialog', { name: 'Add Address' }));
  });

  await test.step('offline is told as such, and nothing is sent later by itself', async () => {
    await page.unroute('**/*');
    const sent = countRequests(page, 'POST', createPath);
    await context.setOffline(true);
    await save.click();
    await expectErrorDialog(page, 'You are offline. Check your connection and try again.');
    const tried = sent();
    await context.setOffline(false);
    await expectStillFilled(page.getByRole('dialog', { name: 'Add Address' }));
    expect(sent(), 'only the person sends').toBe(tried);
    await save.click();
    await expect(row).toHaveCount(1);
    expect(sent()).toBe(tried + 1);
  });

  await test.step('a page whose part was missing comes with Retry', async () => {
    await page.route('**/assets/UsagePage-*', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('banner').getByRole('link', { name: 'Usage', exact: true }).click();
    await expect(alertOf(page)).toContainText('This part of the page could not be loaded.');
    await page.unroute('**/assets/UsagePage-*');
    await alertOf(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  });

  await test.step('so does a dialog, and the page behind it stays', async () => {
    await page.route('**/assets/CloudStatusDialog-*', (route) => route.abort());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'System status' }).click();
    const failure = page.getByRole('alertdialog');
    await expect(failure).toContainText('This part of the page could not be loaded.');
    await page.unroute('**/assets/CloudStatusDialog-*');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('dialog', { name: /status/i })).toBeVisible();
    await expect(page.locator('h1'), 'behind it').toHaveText('Usage');
    await page.keyboard.press('Escape');
  });

  await test.step('after a new release a dialog asks for a reload, and the next page brings it', async () => {
    const pageOfRelease = '<script type="module" src="/console/assets/index-another.js"></script>';
    await page.route('**/console/', (route) =>
      route.fulfill({ contentType: 'text/html', body: pageOfRelease }),
    );
    let isOld = true;
    await page.route('**/assets/{ImportLogsDialog,ProfilePage}-*', (route) =>
      isOld ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Import logs' }).click();
    const news = page.getByRole('alertdialog');
    await expect(news).toContainText('A new version of Atrium is available.');
    await expect(news.getByRole('button', { name: 'Reload page' })).toBeVisible();
    await news.getByRole('button', { name: 'Ok' }).click();
    // The document of the next page is the new release's own: it finds its parts.
    await page.route('**/console/profile', async (route) => {
      isOld = false;
      await route.continue();
    });
    const reloaded = page.waitForEvent('load');
    await openOwn(page, 'Profile');
    await reloaded;
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  });

  await test.step('a page whose program does not come says so itself, and can be reloaded', async () => {
    await page.route('**/assets/index-*', (route) => route.fulfill({ status: 404 }));
    await page.goto('/console/payment');
    const late = page.getByText('This page is taking longer than usual to load.');
    await expect(late).toBeHidden();
    // Skips the ten seconds.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        if ((animation as CSSAnimation).animationName === 'late-program') animation.finish();
      }
    });
    await expect(late).toBeVisible();
    await page.unroute('**/assets/index-*');
    await late.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'Payment info', level: 1 })).toBeVisible();
    await expect(late).toHaveCount(0);
  });
});
