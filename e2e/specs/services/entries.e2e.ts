import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test.describe.configure({ timeout: 180_000 });

const rowOf = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: id, exact: true }) });

test('entries are found, added, changed, deleted and brought back', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const dialog = page.getByRole('dialog');
  const entries = '/services/content/entries/products';

  await test.step('the service opens with the entries, and another collection is one click away', async () => {
    await page.goto('/console/services/content');
    await expect(page.getByRole('tab', { name: 'Entries', selected: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: 'orders' }).click();
    await expect(page.getByText('No entries yet')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Collections' })
      .getByRole('link', { name: 'products' })
      .click();
    await expect(page).toHaveURL(/\/console\/services\/content\/entries\/products$/);
    await expect(rowOf(page, 'teapot')).toContainText('Seed file');
    await expectLoaded(page);
    await inspectPage(page, 'entries');
  });

  await test.step('a new one is checked by its fields', async () => {
    await page.getByRole('button', { name: 'New entry' }).click();
    await field(dialog, 'id').fill('Jug');
    await field(dialog, 'name').fill('Jug');
    await field(dialog, 'priceCents').fill('1900');
    await field(dialog, 'stock').fill('4');
    await field(dialog, 'reorderAt').fill('many');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await expect(dialog.getByText('Enter a whole number.')).toBeVisible();
    await field(dialog, 'reorderAt').fill('1');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await expect(dialog.getByText(/^id must match/)).toBeVisible();
    await inspectPage(page, 'entry');
    await field(dialog, 'id').fill('jug');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await expect(page.getByText('The entry jug was added.')).toBeVisible();
    expect(await customerApi.must('GET', `${entries}/jug`)).toMatchObject({ stock: 4, reorderAt: 1 });
  });

  await test.step('filters and order are in the address', async () => {
    await page.getByRole('button', { name: 'Filter' }).click();
    await field(page, 'Field').selectOption('priceCents');
    await field(page, 'Condition').selectOption('more');
    await field(page, 'Value').fill('1000');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'priceCents', exact: true }).click();
    await expect(rowOf(page, 'jug')).toBeVisible();
    await expect(rowOf(page, 'tea-green')).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove the filter priceCents > 1000' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'priceCents' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('button', { name: 'Remove the filter priceCents > 1000' }).click();
    await expect(rowOf(page, 'tea-green')).toBeVisible();
  });

  await test.step('a change by someone else is shown, and never written over', async () => {
    await page.getByRole('button', { name: 'jug', exact: true }).click();
    await expect(field(dialog, 'stock')).toHaveValue('4');
    await customerApi.must('PATCH', `${entries}/jug`, { stock: 3, name: 'Large jug' });
    await field(dialog, 'stock').fill('9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Someone else changed this entry meanwhile.')).toBeVisible();
    expect(await customerApi.must('GET', `${entries}/jug`)).toMatchObject({ stock: 3 });
    await expect(field(dialog, 'name')).toHaveValue('Large jug');
    await inspectPage(page, 'entry-conflict');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The entry jug was changed.')).toBeVisible();
    expect(await customerApi.must('GET', `${entries}/jug`)).toMatchObject({ stock: 9, name: 'Large jug' });
  });

  await test.step('several are deleted after a question, and come back', async () => {
    await page.getByRole('checkbox', { name: 'Select jug' }).check();
    await page.getByRole('checkbox', { name: 'Select teapot' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Delete 2 entries of products?');
    await inspectPage(page, 'entries-deletion');
    await question.getByRole('button', { name: 'Delete 2 entries' }).click();
    await expect(page.getByText('2 entries were deleted.')).toBeVisible();
    await expect(rowOf(page, 'jug')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: 2 entries are as before.')).toBeVisible();
    await expect(rowOf(page, 'jug')).toBeVisible();
    expect(await customerApi.must('GET', `${entries}/jug`)).toMatchObject({ id: 'jug', stock: 9 });
  });

  await test.step('what is exported is imported again, changed, after a preview', async () => {
    await page.getByRole('button', { name: 'Export, import' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toContain('jug,Large jug');
    const changed = csv.replace('Large jug', 'Small jug').replace(/^teapot,.*$/m, 'teapot,,,,,');
    await page.getByRole('button', { name: 'Export, import' }).click();
    await page.getByRole('menuitem', { name: 'Import …' }).click();
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('0 new, 1 changed, 4 unchanged, 1 refused.')).toBeVisible();
    await expect(dialog.getByText(/must have the field name/)).toBeVisible();
    await inspectPage(page, 'entries-import');
    await dialog.getByRole('checkbox', { name: 'Leave out the refused lines' }).check();
    await dialog.getByRole('button', { name: 'Import 1 entry' }).click();
    await expect(page.getByText('1 entry was imported.')).toBeVisible();
    await expect(rowOf(page, 'jug')).toContainText('Small jug');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'jug')).toContainText('Large jug');
  });

  await test.step('the call that changed an entry is one click away', async () => {
    await customerApi.must('POST', '/services/hyper-dispatch/invoke/orders/create', {
      customer: { email: 'ada@example.com' },
      lines: [{ product: 'tea-green', quantity: 1 }],
    });
    await page.goto('/console/services/content/entries/orders');
    await page.getByRole('link', { name: 'orders/create' }).click();
    await expect(dialog.getByText('Call of orders/create')).toBeVisible();
  });
});
