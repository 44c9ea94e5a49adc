import { readFile } from 'node:fs/promises';
import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { administrator, signInFast } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('an administrator finds who changed what, and takes it along', async ({
  page,
  guard,
  customer,
  customerApi,
}) => {
  for (let number = 1; number <= 55; number += 1) {
    await customerApi.must('PATCH', '/auth/v1/user', { firstName: `Name ${number}` });
  }
  await signInFast(page, administrator());
  const table = page.getByRole('table', { name: 'Changes in all domains' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });

  await test.step('the search narrows, is in the address, and survives a reload', async () => {
    await page.goto('/console/');
    await page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'Audit' }).click();
    await expect(rows.first()).toBeVisible();
    await field(page, 'Who').fill(customer.username);
    await field(page, 'What').selectOption({ label: 'Changed a profile' });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(rows).toHaveCount(50);
    await expect(page).toHaveURL(new RegExp(`who=${customer.username}&what=account.update`));
    await page.reload();
    await expect(rows).toHaveCount(50);
    await expect(field(page, 'Who')).toHaveValue(customer.username);
    await page.getByRole('button', { name: 'Show older entries' }).click();
    await expect(rows).toHaveCount(55);
    await expect(page.getByRole('button', { name: 'Show older entries' })).toBeHidden();
  });

  await test.step('an entry says what was before and after', async () => {
    await rows.first().getByRole('button', { name: 'Changed the profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed the profile' });
    await expect(dialog.getByText('account.update')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Before' })).toContainText('Name 54');
    await expect(dialog.getByRole('region', { name: 'After' })).toContainText('Name 55');
    await inspectPage(page, 'audit-entry');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the export has what was searched for, all of it', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(56);
    expect(text).toContain('Name 1""');
  });

  await test.step('nothing found leads back, and days in the wrong order are told', async () => {
    await field(page, 'From').fill('2026-02-02');
    await field(page, 'To').fill('2026-01-01');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('This day is before the first one.')).toBeVisible();
    await field(page, 'From').fill('2026-01-01');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No entry matches this search.')).toBeVisible();
    await page.goBack();
    // With the older entries that were shown.
    await expect(rows).toHaveCount(55);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(field(page, 'Who')).toHaveValue('');
    await expect(page).toHaveURL('/console/audit');
  });

  await test.step('a log that cannot be read or exported is told in its place', async () => {
    guard.expectFault(/503/);
    await page.route('**/console/v1/audit/export', (route) =>
      route.fulfill({ status: 503, json: { status: 503, message: 'The log is away.' } }),
    );
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(page.getByRole('alertdialog').getByText('The log is away.')).toBeVisible();
    await page.getByRole('button', { name: 'Ok' }).click();
  });
});

test('a customer finds all that was changed in their domain, and what it is about', async ({
  page,
  customerApi,
  signedIn: customer,
}) => {
  await customerApi.must('PATCH', '/auth/v1/user', { firstName: 'Renamed' });
  await page.goto('/console/');
  await page.getByRole('region', { name: 'Activity' }).getByRole('link', { name: 'Show all' }).click();
  const table = page.getByRole('table', { name: 'Changes in your domain' });
  const row = table.getByRole('row', { name: /Changed the profile/ });
  await expect(row).toContainText(customer.username);
  await field(page, 'What').selectOption({ label: 'Changed a profile' });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await row.getByRole('button', { name: 'Changed the profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed the profile' });
  await expect(dialog.getByRole('region', { name: 'After' })).toContainText('Renamed');
  await page.keyboard.press('Escape');
  await row.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/console/profile');
});
