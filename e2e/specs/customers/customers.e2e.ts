import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { countClicks } from '../../support/clicks.ts';
import { field } from '../../support/forms.ts';
import { waitForLink } from '../../support/mailbox.ts';
import { administrator, signInByForm, signInFast } from '../../support/personas.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

/** The banner stays in sight at the end of a long page, and neither it nor the bar hides what the keyboard reaches. */
async function expectStayingBanner(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 });
  await page.goto('/console/profile');
  await expectLoaded(page);
  const banner = page.getByRole('region', { name: 'Acting as another person' });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(banner).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  await page.getByRole('main').getByRole('button').last().focus();
  const hidden = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main')) return false;
      const { top } = focused.getBoundingClientRect();
      return top < (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
    });
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await hidden(), `focus ${count} at ${width} px`).toBe(false);
  }
  await page.screenshot({ path: `test-output/screenshots/acting-banner-${width}.png` });
}

test('an administrator finds a customer and helps them', async ({
  page,
  guard,
  openBrowser,
  productUrl,
  customer,
}) => {
  await signInFast(page, administrator());
  const table = page.getByRole('table', { name: 'Customers' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });

  await test.step('the search finds by name and by e-mail, and is in the address', async () => {
    await page.goto('/console/');
    await page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'Customers' }).click();
    await expect(rows.first()).toBeVisible();
    await field(page, 'Find').fill(customer.email);
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/text=/);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await inspectPage(page, 'customers-found');
    await field(page, 'Find').fill('no customer is called this');
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No customer matches this search.')).toBeVisible();
    await page.goBack();
    await rows.first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('every part of the page holds in both looks', async () => {
    for (const name of [
      'Usage',
      'Invoices',
      'Credits',
      'Payments',
      'People',
      'Sessions',
      'Host names',
      'Log',
    ]) {
      await page.getByRole('tab', { name }).click();
      // By its name: the panel before it may stand for another frame.
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
      await expectLoaded(page);
      await inspectPage(page, `customer-${name.toLowerCase()}`);
    }
  });

  await test.step('a host name is assigned, once, and removed', async () => {
    const hostName = `shop-${customer.username.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.example`;
    await page.getByRole('tab', { name: 'Host names' }).click();
    await page.getByRole('button', { name: 'Assign a host name' }).click();
    const dialog = page.getByRole('dialog', { name: /^Assign a host name to / });
    await field(dialog, 'Host name').fill(`https://${hostName}/`);
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(dialog.getByText(/^Enter the name of a host, such as shop\.example/)).toBeVisible();
    await field(dialog, 'Host name').fill(hostName.toUpperCase());
    await inspectPage(page, 'customer-assign-host');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    const row = page.getByRole('row', { name: hostName });
    await expect(row).toContainText(`http://${hostName}:`);
    await page.getByRole('button', { name: 'Assign a host name' }).click();
    await field(dialog, 'Host name').fill(hostName);
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(page.getByText(`${hostName} is already assigned to `)).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: `Delete host name ${hostName}` }).click();
    const question = page.getByRole('alertdialog', { name: `Remove ${hostName}?` });
    await expect(question).toContainText(`Nothing answers at http://${hostName}:`);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No host names', { exact: true })).toBeVisible();
  });

  await test.step('a reset is sent', async () => {
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: `Send reset to ${customer.username}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(`A link to choose a new password goes to ${customer.email}.`)).toBeVisible();
    expect(await waitForLink(productUrl, customer.email, 'reset')).toContain('token=');
  });

  await test.step('from a complaint to a credit in at most six clicks, with a reason and a last day', async () => {
    await page.goto('/console/');
    await expectLoaded(page);
    const clicks = await countClicks(page);
    await page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'Customers' }).click();
    await field(page, 'Find').click();
    await page.keyboard.type(customer.email);
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await rows.first().getByRole('link').click();
    await page.getByRole('button', { name: 'Give a credit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give a credit' });
    await dialog.getByRole('button', { name: 'Give' }).click();
    await expect(dialog.getByText('Please enter a reason.')).toBeVisible();
    await field(dialog, 'Amount in dollars').fill('12.50');
    await field(dialog, 'Reason').fill('Sorry for the outage');
    await field(dialog, 'Last day (UTC)').fill('2099-01-31');
    await inspectPage(page, 'customer-give-credit');
    await dialog.getByRole('button', { name: 'Give $12.50' }).click();
    const question = page.getByRole('alertdialog', { name: 'Give a credit' });
    await expect(question).toContainText('Give $12.50 of credit to ');
    await question.getByRole('button', { name: 'Give $12.50' }).click();
    // One click sends the empty form, which is refused.
    expect((await clicks()) - 1).toBeLessThanOrEqual(6);
    await expect(page.getByText(/ was given \$12\.50 of credit\.$/)).toBeVisible();
    const credit = page.getByRole('row', { name: /Sorry for the outage/ });
    await expect(credit).toContainText('12.50');
    await expect(credit).toContainText('by admin');
    await inspectPage(page, 'customer-credits');
  });

  await test.step('a locked customer cannot sign in, and is told so', async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Lock / });
    await dialog.getByRole('button', { name: 'Lock' }).click();
    await expect(dialog.getByText('Please enter a reason.')).toBeVisible();
    await field(dialog, 'Reason').fill('The card was stolen');
    await inspectPage(page, 'customer-lock');
    await dialog.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByText('The card was stolen')).toBeVisible();
    await inspectPage(page, 'customer-locked');
    const theirs = await openBrowser(customer.address);
    await theirs.goto('/console/login');
    await signInByForm(theirs, customer);
    await expect(theirs.getByText('This account is locked.')).toBeVisible();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText('The card was stolen')).toBeHidden();
    await signInByForm(theirs, customer);
    await expect(theirs).toHaveURL(/\/console\/$/);
  });

  await test.step('sessions are ended', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: 'End all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('No one in this customer’s domain is signed in.')).toBeVisible();
  });

  await test.step('an administrator acts as a customer, says so on every page, and stops', async () => {
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: `Act as ${customer.username}` }).click();
    const dialog = page.getByRole('dialog', { name: `Act as ${customer.username}?` });
    await field(dialog, 'Reason').fill('They cannot find the page');
    await inspectPage(page, 'customer-act-as');
    await dialog.getByRole('button', { name: 'Act as customer' }).click();
    const banner = page.getByRole('region', { name: 'Acting as another person' });
    await expect(banner).toContainText(`admin, you act as ${customer.username}`);
    await page.goto('/console/usage');
    await expect(banner).toBeVisible();
    await expectLoaded(page);
    await inspectPage(page, 'acting-usage');
    for (const width of [1440, 390, 320]) await expectStayingBanner(page, width);
    await banner.getByRole('button', { name: 'Stop' }).click();
    await expect(page).toHaveURL('/console/customers');
    await expect(rows.first()).toBeVisible();
    await expect(banner).toBeHidden();
  });

  await test.step('a customer that does not exist is told', async () => {
    guard.expectFault(/404/);
    await page.goto('/console/customers/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b');
    await expect(page.getByRole('alert')).toBeVisible();
  });
});
