import { expectErrorDialog, field, fillFields } from '../../support/forms.ts';
import { administrator, signInFast } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('visitors read prices, an administrator keeps them', async ({ page, guard }) => {
  await test.step('visitors read the price list: group, services, prices', async () => {
    await page.goto('/index/prices');
    await expect(page.getByRole('heading', { name: 'Prices', level: 1 })).toBeVisible();
    const prices = page.getByRole('table', { name: 'Prices of Content' });
    await expect(
      prices.getByRole('row', { name: /^query any 2 cents for # 100 ?1 cent for 1 min$/ }),
    ).toBeVisible();
    await expect(prices.getByRole('row', { name: 'test test free' })).toBeVisible();
  });

  await signInFast(page, administrator());
  await test.step('pricing: new, edit, paging text, delete, and the words of the server inline', async () => {
    await page.goto('/console/pricing');
    await expect(page.getByText(/^A total of \d+ price listings. Showing results 1 to 10$/)).toBeVisible();
    for (const column of ['#', 'Service', 'Target', 'Metric', 'Measure', 'Cents', 'units']) {
      await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'New pricing' }).click();
    const dialog = page.getByRole('dialog', { name: 'New pricing' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Please provide service.').first()).toBeVisible();
    // Sorts before all others, so that it shows on the first page.
    await fillFields(dialog, {
      Service: 'a-service',
      Target: 'e2e',
      Metric: 'calls',
      Cents: '0.25',
      Units: '1000',
    });
    await dialog.getByRole('button', { name: 'Rehearse' }).click();
    await expect(dialog.getByText('There are no invoices yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row', { name: /a-service e2e calls COUNTER 0\.25 1,000/ });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('dialog', { name: 'Edit pricing' });
    await field(edit, 'Cents').fill('0.5');
    await edit.getByRole('button', { name: 'Save' }).click();
    const changed = page.getByRole('row', { name: /a-service e2e calls COUNTER 0\.5 1,000/ });
    await changed.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(changed).toHaveCount(0);
  });

  await test.step('bonus: new, a name that exists, edit, delete', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Bonus', exact: true }).click();
    await expect(page.getByText(/^A total of \d+ bonus listings$/)).toBeVisible();
    await page.getByRole('button', { name: 'New bonus' }).click();
    const dialog = page.getByRole('dialog', { name: 'New bonus' });
    await fillFields(dialog, { Name: 'CONSOLE_DISCOUNT', Cents: '100' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('There is a bonus of this name already.')).toBeVisible();
    await field(dialog, 'Name').fill('E2E_WELCOME');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Edit bonus E2E_WELCOME' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit bonus' });
    await field(edit, 'Cents').fill('300');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: /E2E_WELCOME 300/ })).toBeVisible();
    await page.getByRole('button', { name: 'Delete bonus E2E_WELCOME' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row', { name: /E2E_WELCOME/ })).toHaveCount(0);
  });

  await test.step('a deletion that fails says so in the error dialog', async () => {
    expect(guard.faults(), 'until here').toEqual([]);
    guard.expectFault(/500/);
    await page.route('**/console/v1/bonus/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Delete bonus CONSOLE_DISCOUNT' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectErrorDialog(page, 'An unexpected error encountered when connecting to the server.');
  });
});
