import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { CARDS, fillCard } from '../../support/cards.ts';
import { answerWithError, countRequests, expectErrorDialog, field, fillFields } from '../../support/forms.ts';
import { inspectPhone } from '../../support/in-sight.ts';
import { saveScreenshot, WIDE } from '../../support/looks.ts';
import { readMailbox } from '../../support/mailbox.ts';
import { apiOf, makePerson, signInFast } from '../../support/personas.ts';
import { openTab } from '../../support/places.ts';
import { removeDataFolder, startProduct } from '../../support/product.ts';
import { openSettings } from '../../support/settings.ts';
import { test as base, expect } from '../../support/test.ts';

const ada = makePerson({ username: 'ada', password: 'atrium-demo' });

const test = base.extend<object, { productUrl: string }>({
  productUrl: [
    async ({}, use) => {
      const demo = await startProduct({ arguments: ['--demo'] });
      // The server responds before its users and their history are created; the address is printed afterwards.
      await expect.poll(() => demo.output(), { timeout: 120_000 }).toContain('Atrium runs at');
      await use(demo.url);
      await demo.stop();
      await removeDataFolder(demo.dataFolder);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// Invoices are dated in UTC, wherever they are read: here it is still the day before when one is issued.
test.use({ timezoneId: 'America/Los_Angeles' });

// The demo has months of history.
test.describe.configure({ mode: 'default', timeout: 180_000 });

const topLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });

/** With a thumb, too. */
async function onPhone(page: Page, name: string): Promise<void> {
  await inspectPhone(page, name);
  await page.setViewportSize(WIDE);
}

test('an administrator sees what a price would have done to the last invoices, and nothing is saved', async ({
  page,
  signedInAdmin: _,
}) => {
  await page.goto('/console/pricing');
  await page.getByRole('button', { name: 'New pricing' }).click();
  const dialog = page.getByRole('dialog', { name: 'New pricing' });
  // What Ada's functions cost most: ten times the price.
  await fillFields(dialog, { Service: 'hyper-dispatch', Metric: 'invoke', Cents: '20', Units: '100' });
  await expect(
    dialog.getByText(/^1 of 1 last invoices would have changed, \+\$[\d,.]+ in total\.$/),
  ).toBeVisible();
  const row = dialog.getByRole('row', { name: /^ada \d{4}-\d{6} \$[\d,.]+ \$[\d,.]+ \+\$[\d,.]+$/ });
  await expect(row).toBeVisible();
  await inspectPage(page, 'rehearsal');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The same for a deletion, in its question.
  await page.goto('/console/pricing?text=hyper-dispatch+invoke+counter');
  await page
    .getByRole('button', { name: 'Delete pricing of hyper-dispatch, invoke, any target, calls' })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(
    question.getByText(/^1 of 1 last invoices would have changed, -\$[\d,.]+ in total\.$/),
  ).toBeVisible();
  await expect(question.getByRole('columnheader')).toHaveText(['Customer', 'Billed', 'Difference']);
  await inspectPage(page, 'price-deletion');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/console/prices');
  await expect(page.getByRole('table', { name: 'Prices of Functions' })).toContainText('2 cents per # 100');
});

test('a customer sees what each day and each function cost', async ({ page, guard, productUrl }) => {
  await signInFast(page, ada);
  await page.goto('/console/usage');
  const plot = page.getByRole('img', { name: /^Cost by day in [A-Z]\w+: \$/ });
  const functions = page.getByRole('table', { name: 'Functions and collections' });
  const events = page
    .getByRole('region', { name: 'Functions' })
    .getByRole('listitem')
    .filter({ hasText: /^event/ });

  await test.step('the plot, what it forecasts and how, and its figures by keyboard', async () => {
    await expect(plot).toBeVisible();
    await expect(
      page.getByText(/^Forecast: Each remaining day is estimated from the same weekday/),
    ).toBeVisible();
    await page.getByLabel('Stacked by').selectOption('Function');
    await expect(page).toHaveURL(/by=function/);
    await expect(page.getByRole('listitem').filter({ hasText: /^orders\/create$/ })).toBeVisible();
    await page.getByRole('button', { name: 'As a table' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Cost by day' });
    await expect(table.getByRole('columnheader', { name: 'orders/create' })).toBeVisible();
    const firstDay = table.getByRole('rowheader').first();
    await expect(firstDay).toHaveText(/^\d\d\/01\/\d{4}$/);
    const [month, , year] = ((await firstDay.textContent()) ?? '').split('/').map(Number);
    const days = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
    await expect(table.getByRole('row')).toHaveCount(days + 1);
    await page.keyboard.press('Enter');
    await inspectPage(page, 'usage-by-function');
  });

  await test.step('functions below each metric, and all of them in a table that is searched', async () => {
    await page.getByRole('tab', { name: 'Services' }).click();
    await events.getByRole('button', { name: 'By function' }).click();
    await expect(
      page.getByRole('listitem').filter({ hasText: /^mails\/confirm-order [\d,]+ calls/ }),
    ).toBeVisible();
    await page.getByRole('tab', { name: 'Cost' }).click();
    await page.getByLabel('Search by name').fill('nothing like it');
    await expect(page.getByText('Nothing with this text in its name was used in this month.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await expect(functions.getByRole('row', { name: /prices\/quote/ })).toBeVisible();
  });

  await test.step('why: a line by day, and by version with who made it, and two months compared', async () => {
    await page.getByRole('tab', { name: 'Services' }).click();
    await events.getByRole('button', { name: 'By day' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: /^All days \$[\d,.]+$/ })).toBeVisible();
    await events.getByRole('button', { name: 'By version' }).click();
    const version = page
      .getByRole('listitem')
      .filter({ hasText: /^Version \d+.*(ada|bo), \d\d\/.*“.+”.* \$[\d,.]+$/ });
    await expect(version.first()).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /^Total \$[\d,.]+$/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Cost' }).click();
    await page.getByRole('button', { name: /^Why [+-]?\d+%\?$/ }).click();
    await expect(page.getByRole('row', { name: /^Volume [+-]?\$[\d,.]+$/ })).toBeVisible();
  });

  await test.step('budgets: one that is reached mails, stops what it is to stop and stands on the overview, the next one is drawn', async () => {
    const budgets = page.getByRole('table', { name: 'Budgets' });
    const dialog = page.getByRole('dialog', { name: 'Add budget' });
    await openTab(page, 'Billing', 'Budgets and limits');
    await page.getByRole('button', { name: 'Add a budget' }).click();
    await fillFields(dialog, { 'Amount in dollars': 'a lot' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter an amount in dollars, such as 25 or 49.90.')).toBeVisible();
    await fillFields(dialog, { 'Amount in dollars': '0.01' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(budgets.getByRole('row', { name: /^\$0\.01 Reached on/ })).toBeVisible();
    await page.getByRole('button', { name: 'Add budget' }).click();
    await fillFields(dialog, { 'Amount in dollars': '90000' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      budgets.getByRole('row', { name: /^\$90,000\.00 \$[\d,.]+ of \$90,000\.00, not reached this month/ }),
    ).toBeVisible();
    await openTab(page, 'Billing', 'Usage');
    const legend = page.getByRole('listitem').filter({ hasText: /^Budget of \$/ });
    await expect(legend).toHaveText(/^Budget of \$90,000\.00: \$[\d,.]+ a day on average, above this plot$/);
    await openTab(page, 'Billing', 'Budgets and limits');
    await budgets.getByRole('button', { name: 'Edit budget of $90,000.00' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit budget' });
    await fillFields(edit, { 'Amount in dollars': '200' });
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toHaveCount(0);
    await openTab(page, 'Billing', 'Usage');
    await expect(legend).toHaveText(/^Budget of \$200\.00: \$[\d.]+ a day on average/);
    await expect(
      page.getByRole('img', { name: /Budget of \$200\.00: \$[\d.]+ a day on average\.$/ }),
    ).toBeVisible();
    await openTab(page, 'Billing', 'Budgets and limits');
    await inspectPage(page, 'usage-budgets');
    await budgets.getByRole('button', { name: 'Edit budget of $0.01' }).click();
    await edit.getByRole('checkbox', { name: /\/prices\/quote$/ }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(budgets.getByRole('row', { name: /^\$0\.01 Reached on .*, stopped until/ })).toBeVisible();
    await openTab(page, 'Billing', 'Usage');
    await expect(functions.getByText(/^Stopped by the cap of \$0\.01 until/)).toBeVisible();
    const subjects = async () => (await readMailbox(productUrl)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Budget of $0.01 reached');
    await page.goto('/console/');
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Cap of \$0\.01 reached: calls to .*quote are refused until/ })
      .getByRole('link', { name: 'See budgets' })
      .click();
    await expect(page).toHaveURL(/\/console\/usage\?tab=limits$/);
    for (const name of ['$0.01', '$200.00']) {
      await budgets.getByRole('button', { name: `Delete budget of ${name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(budgets.getByRole('row', { name })).toHaveCount(0);
    }
    await expect(page.getByText(/^When usage in a month reaches a budget/)).toBeVisible();
    await openTab(page, 'Billing', 'Usage');
  });

  await test.step('an earlier month is the same as its invoice, and is saved as a file', async () => {
    const api = await apiOf(productUrl, ada);
    const invoices = await api.must<{
      content: { period: { start: string }; bill: { grandTotalCents: number } }[];
    }>('POST', '/console/v1/invoice/list', { page: 0, size: 1 });
    const [last] = invoices.content;
    const month = last?.period.start.slice(0, 7) ?? '';
    await page.getByLabel('Month', { exact: true }).selectOption(month);
    await expect(page).toHaveURL(new RegExp(`month=${month}`));
    const total = ((last?.bill.grandTotalCents ?? 0) / 100).toLocaleString('en-US', {
      minimumFractionDigits: 2,
    });
    await expect(page.getByText(`$${total}`, { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Forecast', { exact: true })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe(`usage-${month}.csv`);
  });

  await test.step('a part that fails says so in its place, and the others stay', async () => {
    guard.expectFault(/500/);
    await answerWithError(page, '/console/v1/usage/days', 500, { message: 'The days are being counted.' });
    await page.reload();
    const alert = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'The days are being counted.' });
    await expect(alert).toHaveCount(1);
    await expect(functions.getByRole('row', { name: /prices\/quote/ })).toBeVisible();
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(plot).toBeVisible();
  });

  await test.step('a row leads to the function', async () => {
    await functions.getByRole('link', { name: 'orders/create' }).click();
    await expect(page).toHaveURL(/\/console\/services\/hyper-dispatch\?function=orders/);
    await expect(page.getByRole('heading', { name: 'orders/create' })).toBeVisible();
  });
});

test('a customer reads usage and invoices, and pays', async ({ page, productUrl }) => {
  await signInFast(page, ada);

  await test.step('usage shows priced metrics, and all of them on request', async () => {
    await page.goto('/console/usage');
    await expect(page.getByText('Grand total')).toBeVisible();
    await expect(page.getByText('Remaining free tier')).toBeVisible();
    await page.getByRole('tab', { name: 'Services' }).click();
    await expect(page.getByText(/cents per # 100/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Toggle All Metrics' }).click();
    await expect(page.getByRole('button', { name: 'Toggle All Metrics' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await inspectPage(page, 'usage-demo');
    await onPhone(page, 'usage-filled');
  });

  await test.step('the list has the running month, and invoices of the last ones', async () => {
    await openTab(page, 'Billing', 'Invoices');
    await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible();
    await expect(page.getByText(/^[A-Z]\w+ 1( – \d+)?, \d{4}$/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Invoices' }).getByRole('row')).toHaveCount(4);
    await expect(page.getByText('Paid', { exact: true })).toHaveCount(2);
    await inspectPage(page, 'invoices-demo');
    await onPhone(page, 'invoices-filled');
  });

  await test.step('details: every block, the period selector, the PDF', async () => {
    await page.getByRole('table', { name: 'Invoices' }).getByRole('link').first().click();
    await page.waitForURL(/\/console\/payment\/details\?id=/);
    await expect(page.getByRole('heading', { name: /^Invoice \d{4}-\d{6}$/, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/^Invoice \d{4}-\d{6} · Billing · Atrium$/);
    for (const text of [
      'Invoice number',
      'Billed on',
      'Billing period',
      'Due on',
      'Bill to',
      'Grand total',
      'To be paid',
    ]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const api = await apiOf(productUrl, ada);
    const dates = await api.must<{ createdOn: string; dueDate: string }>('GET', `/console/v1/invoice/${id}`);
    for (const [label, time] of [
      ['Billed on', dates.createdOn],
      ['Due on', dates.dueDate],
    ] as const) {
      const [year, month, day] = time.slice(0, 10).split('-');
      const shown = page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]');
      await expect(shown).toHaveText(`${month}/${day}/${year}`);
    }
    await expect(page.getByText('Marin & Co')).toBeVisible();
    await expect(page.getByText('1010 Wien, Austria')).toBeVisible();
    await inspectPage(page, 'invoice-demo');
    await onPhone(page, 'invoice-details');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/);
    const before = page.url();
    const periods = page.getByLabel('Period', { exact: true });
    await expect(periods.getByRole('option')).toHaveCount(3);
    await periods.selectOption({ index: 2 });
    await expect.poll(() => page.url()).not.toBe(before);
    await expect(page.getByText('Free tier', { exact: true })).toBeVisible();
  });

  await test.step('the demo has months of test runs, versions and log entries as well', async () => {
    await page.goto('/console/test-runner-dashboard');
    await page.getByRole('button', { name: /^FAIL / }).click();
    await expect(
      page.getByRole('button', { name: 'tests/wishes/ships-abroad.js', exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Filter' }).click();
    await field(page, 'From Date').fill('2020-01-01');
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Test Runs Found' }).getByRole('row')).toHaveCount(16);
    await saveScreenshot(page, 'demo-test-runs');
    await openSettings(page, 'Import logs');
    const logs = page.getByRole('dialog', { name: 'Import logs' });
    await expect(logs.getByRole('row', { name: /Thank new subscribers/ })).toBeVisible();
    await logs.getByRole('button', { name: 'Close' }).last().click();
    await openSettings(page, 'Import progress');
    const progress = page.getByRole('dialog', { name: 'Import progress' });
    await progress.getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Import versions' });
    await expect(versions.getByRole('row', { name: /Add tests for what is still missing/ })).toBeVisible();
    await saveScreenshot(page, 'demo-versions');
    await versions.getByRole('button', { name: 'Close' }).last().click();
    await progress.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a refusal shows as a dialog and stays on the invoice; strong authentication leads to paid', async () => {
    await topLink(page, 'Payment info').click();
    for (const number of [CARDS.declines, CARDS.needsAuthentication]) {
      await page.getByRole('button', { name: 'Add Card' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Card' });
      await field(dialog, 'Name on card').fill('Ada Marin');
      await fillCard(dialog, number);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
    }
    const cards = page.getByRole('table', { name: 'Cards' });
    await cards.getByRole('button', { name: 'Make default: card ending in 0002' }).click();
    await expect(cards.getByRole('row', { name: /0002/ })).toContainText('Default');
    const payNow = page.getByRole('button', { name: /^Pay Now/ });
    const question = page.getByRole('alertdialog', { name: /^Pay invoice \d{4}-\d{6}$/ });
    const paid = countRequests(page, 'PUT', /^\/console\/v1\/invoice\/.+\/pay$/);
    await payNow.click();
    await expect(question).toContainText(
      /\$[\d,.]+ will be charged to your card ending in 0002 \(expires \d\d\/\d{4}\)\./,
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(payNow).toBeFocused();
    expect(paid(), 'a canceled question charges nothing').toBe(0);
    await payNow.click();
    await question.getByRole('button', { name: /^Pay \$[\d,.]+$/ }).click();
    await expectErrorDialog(page, 'Your card was declined.');
    expect(paid()).toBe(1);
    await page.getByRole('table', { name: 'Invoices' }).getByRole('link').first().click();
    await expect(
      page.getByText('Payment failed with the following error: Your card was declined.'),
    ).toBeVisible();
    await topLink(page, 'Payment info').click();
    await inspectPhone(page, 'pay');
    await payNow.click();
    await question.getByRole('radio', { name: /3155/ }).check();
    await expect(question).toContainText('card ending in 3155');
    await inspectPhone(page, 'pay-question');
    const amount = await question.getByRole('button', { name: /^Pay \$/ }).innerText();
    await question.getByRole('button', { name: amount }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm payment' });
    await expect(confirmation).toBeVisible();
    await inspectPhone(page, 'confirm-payment');
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await expect(
      page.getByText(
        /^Payment received: \$[\d,.]+ from your card ending in 3155\. Invoice \d{4}-\d{6} is paid\.$/,
      ),
    ).toContainText(amount.replace('Pay ', ''));
    await expect(page.getByRole('button', { name: /^Pay Now/ })).toHaveCount(0);
  });
});
