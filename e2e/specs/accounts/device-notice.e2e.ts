import { inspectPage } from '../../support/accessibility.ts';
import { expectSignedOut } from '../../support/api.ts';
import { fillFields } from '../../support/forms.ts';
import { waitForLink } from '../../support/mailbox.ts';
import { apiOf, makePerson, signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('a sign-in on a new device is told by mail, and one click there ends it', async ({
  page,
  productUrl,
  guard,
  signedIn,
}) => {
  await page.goto('/console/profile');
  const devices = page.getByRole('table', { name: 'Devices' });
  await expect(devices.getByText('This device', { exact: true })).toHaveCount(1);

  const { address } = makePerson();
  const thief = await apiOf(productUrl, { ...signedIn, address });
  const link = await waitForLink(productUrl, signedIn.email, 'sign-in-report');

  await test.step('the other device is listed, and can be forgotten', async () => {
    await page.reload();
    const row = devices.getByRole('row').filter({ hasText: address.replace('::1', '') });
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: /^Forget/ }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('It is signed out');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
  });

  await test.step('the page of the link says what it does, and opening it ends nothing', async () => {
    await page.goto(link);
    const main = page.getByRole('main');
    await expect(main).toContainText(`Someone signed in to the account ${signedIn.username}`);
    await expect(main).toContainText('makes your password unusable');
    await inspectPage(page, 'sign-in-report');
    expect((await thief.call('GET', '/auth/v1/user')).status).toBe(200);
  });

  await test.step('one click ends that session, and asks for a new password', async () => {
    await page.getByRole('button', { name: 'This was not me, secure my account' }).click();
    await expect(page.getByRole('heading', { name: 'The sign-in was ended' })).toBeVisible();
    await inspectPage(page, 'sign-in-reported');
    await expectSignedOut(thief);
    const { username, password } = signedIn;
    expect((await thief.call('POST', '/auth/v1/login', { username, password })).status).toBe(422);
  });

  await test.step('a new password brings the person back', async () => {
    const reset = await waitForLink(productUrl, signedIn.email, 'reset');
    await page.goto(reset);
    const question = page.getByRole('alertdialog', { name: 'Sign out to choose a password?' });
    await expect(question).toContainText(`You are signed in as ${signedIn.username}.`);
    await expect(page).toHaveURL('/console/');
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(reset);
    const password = 'A new password 2';
    await fillFields(page, { Password: password, 'Confirm password': password });
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page).toHaveURL('/console/login');
    await signInByForm(page, { ...signedIn, password });
    await expect(page).toHaveURL('/console/');
  });

  guard.expectFault(/status of 422/);
  await test.step('the link works once', async () => {
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
  });
});
