import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { NARROW } from '../../support/looks.ts';
import { openTab } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

const PLACES = ['Overview', 'Functions', 'Content', 'Changes', 'Tests', 'Billing', 'People'];
const TABS = {
  Changes: ['Pull', 'Push', 'Upload', 'Versions', 'Connections', 'Log', 'Activity'],
  Tests: ['Run', 'Results', 'History', 'Schedule'],
  Billing: ['Usage', 'Invoices', 'Payment', 'Prices', 'Budgets and limits'],
  People: ['People', 'Roles', 'API keys', 'Notifications'],
};
/** Words that people type, and the page that answers them. */
const NEEDS: Record<string, string> = {
  bill: 'Invoices',
  rollback: 'Versions',
  restore: 'Versions',
  team: 'People',
  'api key': 'API keys',
  schedule: 'Schedule',
  alert: 'Notifications',
  domain: 'People',
};

const PHONE = { width: 390, height: 800 };

test('the places lead to every page, as a drawer on phones', async ({ page, signedIn }) => {
  const side = page.getByRole('navigation', { name: 'Side' });

  await test.step('there are seven, and the menu under the name has the own pages', async () => {
    await page.goto('/console/');
    await expect(side.getByRole('list', { name: 'Places' }).getByRole('listitem')).toHaveText(PLACES);
    await expect(side.getByRole('list', { name: 'Administration' })).toHaveCount(0);
    await expect(side.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await page
      .getByRole('banner')
      .getByRole('button', { name: `Signed in as ${signedIn.username}` })
      .click();
    await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'API keys', 'Notifications', 'Sign out']);
    await page.keyboard.press('Escape');
  });

  await test.step('names stay in sight on other pages, and a place is marked on each of its pages', async () => {
    for (const [place, tabs] of Object.entries(TABS)) {
      await side.getByRole('link', { name: place, exact: true }).click();
      for (const tab of tabs) {
        await openTab(page, place, tab);
        const link = page.getByRole('main').getByRole('link', { name: tab, exact: true }).first();
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(side.getByRole('link', { name: place, exact: true })).toHaveAttribute(
          'aria-current',
          'page',
        );
      }
      await expect(side.getByText('Functions')).toBeVisible();
    }
    for (const path of ['push', 'upload', 'versions', 'connections', 'log']) {
      await page.goto(`/console/changes/${path}`);
      await inspectPage(page, `changes-${path}`);
    }
    await page.goto('/console/changes/elsewhere');
    await expect(page.getByText('The page you are looking for cannot be found.')).toBeVisible();
    await page.goto('/console/');
  });

  await test.step('a dialog opens from it over the page', async () => {
    await side.getByRole('button', { name: 'System status: all services are up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('on a phone it is a drawer that closes when it has led somewhere', async () => {
    await page.setViewportSize(PHONE);
    await expect(side).toBeHidden();
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' });
    await menu.click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await inspectPage(page, 'map-drawer');
    await page.setViewportSize(NARROW);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(menu).toBeFocused();
    await menu.click();
    await drawer.getByRole('link', { name: 'Payment info' }).click();
    await expect(page).toHaveURL('/console/payment');
    await expect(drawer).toHaveCount(0);
    await menu.click();
    await drawer.getByRole('button', { name: 'Git Config Push' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('the search finds pages, functions, invoices and articles with the keyboard alone', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/console/usage');
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  const button = page.getByRole('banner').getByRole('button', { name: 'Go to anything' });
  const dialog = page.getByRole('dialog', { name: 'Go to anything' });
  const input = dialog.getByRole('combobox');

  await test.step('it opens by the shortcut, and shows what there is', async () => {
    await expect(button).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    await expect(dialog.getByRole('option', { name: /Payment/ })).toBeVisible();
    await expect(dialog.getByText('Loading')).toHaveCount(0);
    await inspectPage(page, 'search');
  });

  await test.step('what is typed narrows it, and Enter opens the first', async () => {
    await input.fill('zebra');
    await expect(
      dialog.getByText('Nothing found. Try the name of a page, a function, an invoice or a person.'),
    ).toBeVisible();
    await input.fill('products/search');
    await expect(dialog.getByRole('option', { name: 'products/search' })).toContainText('Content');
    await input.fill('orders/cre');
    await expect(dialog.getByRole('option', { name: 'orders/create' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/console/services/hyper-dispatch?function=orders%2Fcreate');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the arrow keys choose, and dialogs open in its place', async () => {
    await button.click();
    await input.fill('s status');
    await expect(dialog.getByRole('option', { name: 'System status', exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Cloud Status' })).toBeVisible();
  });

  await test.step('pages are found by synonyms', async () => {
    await page.goto('/console/usage');
    await expect(button).toBeVisible();
    await page.keyboard.press('Control+k');
    for (const [need, name] of Object.entries(NEEDS)) {
      await input.fill(need);
      await expect(dialog.getByRole('option', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
    }
  });

  await test.step('articles are found by what they say', async () => {
    await input.fill('json web token');
    await expect(dialog.getByRole('option', { name: 'API keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.locator('body').press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toContainText('Go to anything');
    await inspectPage(page, 'keys');
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  });

  await test.step('Escape leaves everything as it was', async () => {
    await page.goto('/console/usage');
    await expect(button).toBeVisible();
    await page.keyboard.press('Control+k');
    await input.fill('x');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/console/usage');
  });

  await test.step('what can be done from anywhere is found, too', async () => {
    const choose = async (action: string) => {
      await page.keyboard.press('Control+k');
      await input.fill(action);
      await expect(dialog.getByRole('option', { name: action }).first()).toHaveAttribute('data-highlighted');
      await page.keyboard.press('Enter');
    };
    await choose('New function');
    await expect(field(page.getByRole('dialog', { name: 'New function' }), 'Name')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/console/services/hyper-dispatch');
    await choose('Versions of Content');
    await expect(page).toHaveURL('/console/services/content?tab=versions');
    await choose('Sign out');
    await expect(field(page, 'Username')).toBeVisible();
  });
});
