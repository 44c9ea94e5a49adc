import type { Locator, Page } from '@playwright/test';
import { NARROW } from '../../support/looks.ts';
import { expect, test } from '../../support/test.ts';

const entries = ['Atrium', 'Usage', 'Payment info', 'Prices', 'Test Run Dashboard'];
const adminEntries = ['Pricing', 'Bonus'];
const settings = [
  'System status',
  'Git Config Pull',
  'Git Config Push',
  'Run Tests',
  'Upload file',
  'Import progress',
  'Import logs',
];

const topNavigation = (page: Page): Locator => page.getByRole('banner');

async function openSettings(page: Page): Promise<Locator> {
  await topNavigation(page).getByRole('button', { name: 'Settings' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

test('a customer finds the entries of customers, with the keyboard alone and on a narrow screen too', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/console/');
  for (const name of entries) {
    await expect(topNavigation(page).getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
  for (const name of adminEntries)
    await expect(topNavigation(page).getByRole('link', { name, exact: true })).toHaveCount(0);
  const menu = await openSettings(page);
  await expect(menu.getByRole('menuitem')).toHaveText(settings);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await test.step('the menu works with the keyboard alone and gives the focus back', async () => {
    const button = topNavigation(page).getByRole('button', { name: 'Settings' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('every entry is reachable on a narrow screen', async () => {
    await page.setViewportSize(NARROW);
    await page.goto('/console/');
    await topNavigation(page)
      .getByRole('button', { name: /menu|navigation/i })
      .first()
      .click();
    for (const name of entries.slice(1))
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  });
});

test('an administrator also finds those of administrators', async ({ page, signedInAdmin: _ }) => {
  await page.goto('/console/');
  for (const name of [...entries, ...adminEntries]) {
    await expect(topNavigation(page).getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
  const menu = await openSettings(page);
  const [status, ...others] = settings;
  await expect(menu.getByRole('menuitem')).toHaveText([status ?? '', 'Access Keys', ...others]);
});

test('the landing menu is for visitors', async ({ page }) => {
  await page.goto('/index');
  for (const name of ['Prices', 'Terms and Conditions', 'Console']) {
    await expect(topNavigation(page).getByRole('link', { name, exact: true })).toBeVisible();
  }
});

test('a skip link leads to the content, and every page has its title', async ({ page, signedIn: _ }) => {
  await page.goto('/console/');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const titles = new Set<string>();
  for (const path of ['/console/', '/console/usage', '/console/prices', '/console/payment/history']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    titles.add(await page.title());
  }
  expect(titles.size).toBe(4);
});

test('on the dashboard the widget is shown and the side navigation wide, elsewhere neither', async ({
  page,
  signedIn,
}) => {
  await page.goto('/console/');
  const widget = page.locator('atrium-console-widget');
  await expect(widget.getByText(signedIn.username).first()).toBeVisible();
  const side = page.getByRole('navigation', { name: /side/i });
  const width = async () => (await side.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(150);
  await topNavigation(page).getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  await expect(widget.getByText(signedIn.username).first()).toBeHidden();
  await expect.poll(width).toBeLessThan(100);
});
