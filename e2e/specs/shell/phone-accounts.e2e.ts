import type { Page } from '@playwright/test';
import { fillCard, unusedCard } from '../../support/cards.ts';
import { field, fillFields } from '../../support/forms.ts';
import { inspectPhone } from '../../support/in-sight.ts';
import { exportBody } from '../../support/live-configuration.ts';
import { waitForLink } from '../../support/mailbox.ts';
import { fillRegistration, makePerson, signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

// The tasks of accounts and payment with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 300_000 });
test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap();

test('a newcomer registers, pays by card and invites someone on a phone', async ({ page, productUrl }) => {
  const person = makePerson();
  const child = makePerson();

  await test.step('they register, confirm their address and sign in', async () => {
    await page.goto('/console/register');
    await fillRegistration(page, person);
    await inspectPhone(page, 'register');
    await tap(page, 'Register');
    await expect(page).toHaveURL(/\/console\/register\/success/);
    await inspectPhone(page, 'register-success');
    await page.goto(await waitForLink(productUrl, person.email, 'confirm'));
    await expect(page).toHaveURL('/console/login');
    await inspectPhone(page, 'login');
    await signInByForm(page, person);
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });

  await test.step('a card and an address are stored', async () => {
    await page.goto('/console/payment');
    await fillFields(page, {
      'Name on card': 'Ada Marin',
      City: 'Wien',
      ZIP: '1010',
      Address: 'Ringstraße 1',
    });
    await field(page, 'Country').selectOption({ label: 'Austria' });
    await fillCard(page, unusedCard());
    await inspectPhone(page, 'first-card');
    await tap(page, 'Save');
    await page.waitForURL('**/console/');
    await expect(page.getByText('$50.00')).toBeVisible();
  });

  await test.step('another address is added and deleted', async () => {
    await page.goto('/console/payment');
    await tap(page, 'Add Address');
    const form = page.getByRole('dialog', { name: 'Add Address' });
    await fillFields(form, { City: 'Graz', ZIP: '8010', Address: 'Hauptplatz 2' });
    await field(form, 'Country').selectOption({ label: 'Austria' });
    await inspectPhone(page, 'add-address');
    await form.getByRole('button', { name: 'Save' }).tap();
    await page.getByRole('button', { name: 'Delete address Hauptplatz 2' }).tap();
    const question = page.getByRole('alertdialog');
    await inspectPhone(page, 'delete-address');
    await question.getByRole('button', { name: 'Delete' }).tap();
    await expect(page.getByText('Hauptplatz 2')).toHaveCount(0);
  });

  await test.step('someone is invited', async () => {
    await page.goto('/console/people');
    await tap(page, 'Invite child user');
    const dialog = page.getByRole('dialog', { name: 'Invite child user' });
    await fillFields(dialog, {
      Username: child.username,
      'E-mail': child.email,
      'First name': child.firstName,
      'Last name': child.lastName,
    });
    await inspectPhone(page, 'invite');
    await dialog.getByRole('button', { name: 'Send invitation' }).tap();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('table', { name: 'People' })).toContainText(child.username);
    await inspectPhone(page, 'people');
  });
});

test('a forgotten password is replaced on a phone', async ({ page, productUrl, customer }) => {
  await page.goto('/console/reset/send');
  await field(page, 'E-mail').fill(customer.email);
  await inspectPhone(page, 'reset-send');
  await tap(page, 'Send Reset Password Link');
  await expect(page).toHaveURL(/\/console\/reset\/prompt/);
  await inspectPhone(page, 'reset-prompt');
  await page.goto(await waitForLink(productUrl, customer.email, 'reset'));
  const password = 'A new password 2';
  await fillFields(page, { Password: password, 'Confirm password': password });
  await inspectPhone(page, 'reset');
  await tap(page, 'Reset password');
  await expect(page).toHaveURL(/\/console\/(login|reset\/success)/);
  await page.goto('/console/login');
  await signInByForm(page, { ...customer, password });
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('what went live is taken back, and a run is found again, on a phone', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  await customerApi.must('POST', '/console/v1/configuration/hyper-dispatch/edit', {
    files: [
      { folderPath: 'functions', name: 'by-thumb.js', checksum: null, content: 'export default () => 1;\n' },
    ],
  });

  await test.step('the version before is returned to', async () => {
    await page.goto('/console/services/hyper-dispatch?tab=versions');
    await page.getByRole('button', { name: 'Return to it' }).last().tap();
    const question = page.getByRole('alertdialog');
    await inspectPhone(page, 'return-to-version');
    await question.getByRole('button', { name: /^Return/ }).tap();
    await expect(page.getByText('Returned everything to version 1').first()).toBeVisible();
    expect(JSON.stringify(await exportBody(customerApi, 'hyper-dispatch'))).not.toContain('by-thumb');
  });

  await test.step('a run is found by its days', async () => {
    await page.goto('/console/run-tests');
    await tap(page, 'Run');
    await expect(page.getByText(/^All \d+ tests passed$/)).toBeVisible({ timeout: 60_000 });
    await page.goto('/console/test-runner-dashboard');
    await tap(page, 'Filter');
    await inspectPhone(page, 'run-filter');
    await tap(page, 'Search');
    const found = page.getByRole('table', { name: 'Test Runs Found' });
    await expect(found).toBeVisible();
    await inspectPhone(page, 'runs-found');
  });
});
