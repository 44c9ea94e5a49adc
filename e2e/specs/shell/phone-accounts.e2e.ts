import { CARDS, fillCard, unusedCard } from '../../support/cards.ts';
import { field, fillFields } from '../../support/forms.ts';
import { inspectPhone } from '../../support/in-sight.ts';
import { waitForLink } from '../../support/mailbox.ts';
import { fillRegistration, makePerson, signInByForm } from '../../support/personas.ts';
import { phone, tap } from '../../support/phone.ts';
import { codeOf } from '../../support/second-factors.ts';
import { expect, test } from '../../support/test.ts';

// The tasks of accounts and payment with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 300_000 });
test.use(phone);

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
    await expect(page.getByText('$50.00', { exact: true })).toBeVisible();
  });

  await test.step('another card is added', async () => {
    await page.goto('/console/payment');
    await tap(page, 'Add Card');
    const form = page.getByRole('dialog', { name: 'Add Card' });
    await field(form, 'Name on card').fill('Ada Marin');
    await fillCard(form, CARDS.succeeds);
    await inspectPhone(page, 'add-card');
    await tap(form, 'Save');
    await expect(form).toBeHidden();
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
    await tap(page, 'Invite a person');
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
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

test('an own API key and a second factor are added on a phone', async ({ page, signedIn: _ }) => {
  await test.step('a token is made, shown once and deleted', async () => {
    await page.goto('/console/keys');
    await page.getByRole('button', { name: 'New API key' }).first().tap();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await field(dialog, 'Name').fill('From a phone');
    await dialog.getByRole('checkbox', { name: /^See people/ }).check();
    await inspectPhone(page, 'own-key');
    await tap(dialog, 'Create');
    const shown = page.getByRole('alertdialog', { name: 'Save your token' });
    await expect(shown.getByLabel('Token', { exact: true })).toContainText('atr_');
    await inspectPhone(page, 'own-key-token');
    await tap(shown, 'I have saved it');
    await expect(shown).toHaveCount(0);
    await inspectPhone(page, 'own-keys');
    await tap(page, 'Delete API key From a phone');
    await inspectPhone(page, 'own-key-delete');
    await tap(page.getByRole('alertdialog'), 'Delete');
    await expect(page.getByText('No data to display')).toBeVisible();
  });

  await test.step('an authenticator app is added, and its recovery codes are kept', async () => {
    await page.goto('/console/profile');
    await tap(page, 'Add authenticator app');
    const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await field(dialog, 'Name').fill('My phone');
    await field(dialog, 'Code').fill(codeOf(await dialog.getByRole('code').innerText()));
    await inspectPhone(page, 'second-factor');
    await tap(dialog, 'Add');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await inspectPhone(page, 'recovery-codes');
    await tap(page, 'I have saved them');
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  });
});
