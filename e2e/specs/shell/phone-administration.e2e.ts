import { field, fillFields } from '../../support/forms.ts';
import { inspectPhone } from '../../support/in-sight.ts';
import { phone, tap } from '../../support/phone.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

// The tasks of administrators with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 180_000 });
test.use({ ...phone, colorScheme: 'dark' });

test('a price is added, changed and deleted on a phone', async ({ page, signedInAdmin: _ }) => {
  await page.goto('/console/pricing');
  await tap(page, 'New pricing');
  const dialog = page.getByRole('dialog', { name: 'New pricing' });
  await fillFields(dialog, {
    Service: 'a-phone',
    Target: 'thumb',
    Metric: 'calls',
    Cents: '0.25',
    Units: '1000',
  });
  await expect(dialog.getByRole('heading', { name: 'Impact on last invoices' })).toBeVisible();
  await inspectPhone(page, 'new-pricing');
  await tap(dialog, 'Save');
  await expect(dialog).toBeHidden();

  await page.goto('/console/pricing?text=a-phone');
  await tap(page, 'Edit pricing of a-phone, calls, thumb, calls');
  const edit = page.getByRole('dialog', { name: 'Edit pricing' });
  await field(edit, 'Cents').fill('0.5');
  await expect(edit.getByRole('heading', { name: 'Impact on last invoices' })).toBeVisible();
  await inspectPhone(page, 'edit-pricing');
  await tap(edit, 'Save');
  await expect(edit).toBeHidden();

  await tap(page, 'Delete pricing of a-phone, calls, thumb, calls');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Impact on last invoices');
  await inspectPhone(page, 'delete-pricing');
  await tap(question, 'Delete');
  await expect(question).toBeHidden();
});

test('bonuses and access keys have their forms in sight on a phone', async ({ page, signedInAdmin: _ }) => {
  for (const [address, button] of [
    ['/console/bonus', 'New bonus'],
    ['/console/access-key', 'Add Access Key'],
  ] as const) {
    await page.goto(address);
    await tap(page, button);
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspectPhone(page, button.toLowerCase().replaceAll(' ', '-'));
  }
});

test('a customer is found and looked at on a phone', async ({ page, customer, signedInAdmin: _ }) => {
  await page.goto('/console/customers');
  await field(page, 'Find').fill(customer.email);
  await tap(page.getByRole('main'), 'Search');
  const found = page.getByRole('table', { name: 'Customers' }).getByRole('link');
  await expect(found).toHaveCount(1);
  await found.tap();
  await expect(page).toHaveURL(/\/console\/customers\/details/);
  await expectLoaded(page);
  await inspectPhone(page, 'customer');
});
