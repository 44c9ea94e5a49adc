import type { Locator, Page } from '@playwright/test';
import { NARROW } from '../../support/looks.ts';
import { expect, test } from '../../support/test.ts';

const entries = ['Atrium', 'Usage', 'Payment info', 'Prices', 'Test Run Dashboard'];
const adminEntries = ['Pricing', 'Bonus'];
const adminPages = ['/console/pricing', '/console/bonus', '/console/access-key'];
const settings = [
  'System status',
  'Git Config Pull',
  'Git Config Push',
  'Run Tests',
  'Upload file',
  'Import progress',
  'Import logs',
];

/** Titles of pages, which are also their headings, and where a link to them is. */
const walk = [
  ['Usage', 'banner'],
  ['Prices', 'banner'],
  ['Invoices', 'navigation'],
] as const;

const topNavigation = (page: Page): Locator => page.getByRole('banner');

async function openSettings(page: Page): Promise<Locator> {
  await topNavigation(page).getByRole('button', { name: 'Settings' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

async function expectEntries(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await expect(topNavigation(page).getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
}

test('a customer finds the way through the console', async ({ page, signedIn }) => {
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

  await test.step('a skip link leads to the content', async () => {
    await page.goto('/console/');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('there are the entries of customers', async () => {
    await expectEntries(page, entries);
    for (const name of adminEntries)
      await expect(topNavigation(page).getByRole('link', { name, exact: true })).toHaveCount(0);
    const menu = await openSettings(page);
    await expect(menu.getByRole('menuitem')).toHaveText(settings);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });

  await test.step('the menu works with the keyboard alone and gives the focus back', async () => {
    const menu = page.getByRole('menu');
    const button = topNavigation(page).getByRole('button', { name: 'Settings' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('on the dashboard the widget is shown and the side navigation wide, elsewhere neither', async () => {
    const widget = page.locator('atrium-console-widget');
    await expect(widget.getByText(signedIn.username).first()).toBeVisible();
    const side = page.getByRole('navigation', { name: /side/i });
    const width = async () => (await side.boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(150);
    await topNavigation(page).getByRole('link', { name: 'Usage', exact: true }).click();
    await expect(heading('Usage')).toBeVisible();
    await expect(widget.getByText(signedIn.username).first()).toBeHidden();
    await expect.poll(width).toBeLessThan(100);
  });

  await test.step('the focus moves to the heading of a page that is opened, and every page has its title', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    await expect(page).toHaveTitle('Overview · Atrium');
    for (const [name, place] of walk) {
      await page.getByRole(place).getByRole('link', { name, exact: true }).first().click();
      await expect(heading(name)).toBeFocused();
      await expect(page).toHaveTitle(new RegExp(`^${name} · (.+ · )?Atrium$`));
    }
    await page.goBack();
    await expect(heading('Prices')).toBeFocused();
  });

  await test.step('every entry is reachable on a narrow screen', async () => {
    await page.setViewportSize(NARROW);
    await page.goto('/console/');
    const account = page.locator('atrium-console-widget').getByRole('button', { name: 'Sign out' });
    await expect(account).toBeVisible();
    const usage = page.getByRole('main').getByRole('region', { name: 'Usage' });
    await expect(usage).toBeVisible();
    const [accountTop = 0, usageTop = 0] = await Promise.all(
      [account, usage].map(async (part) => (await part.boundingBox())?.y),
    );
    expect(accountTop, 'usage is read before the account').toBeGreaterThan(usageTop);
    await topNavigation(page)
      .getByRole('button', { name: /menu|navigation/i })
      .first()
      .click();
    for (const name of entries.slice(1))
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  });
});

test('an administrator also finds and opens the pages of administrators', async ({
  page,
  signedInAdmin: _,
}) => {
  for (const path of adminPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page, path).toHaveURL(path);
  }
  await expectEntries(page, [...entries, ...adminEntries]);
  const menu = await openSettings(page);
  const [status, ...others] = settings;
  await expect(menu.getByRole('menuitem')).toHaveText([status ?? '', 'Access Keys', ...others]);
});
