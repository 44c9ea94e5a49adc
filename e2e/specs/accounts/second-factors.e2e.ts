import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import type { Api } from '../../support/api.ts';
import { expectErrorDialog, field, fillFields } from '../../support/forms.ts';
import { watchForFaults } from '../../support/guard.ts';
import { waitForLink } from '../../support/mailbox.ts';
import { apiOf, makePerson, registerPerson, signInByForm } from '../../support/personas.ts';
import { removeDataFolder, startProduct } from '../../support/product.ts';
import { addAuthenticator, codeOf } from '../../support/second-factors.ts';
import { expect, test } from '../../support/test.ts';

// With a passkey, a product of its own is started and four pages are inspected: on a busy machine that takes minutes.
test.describe.configure({ timeout: 240_000 });

async function addAuthenticatorByDialog(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await inspectPage(page, 'add-authenticator');
  const secret = await dialog.getByRole('code').innerText();
  await field(dialog, 'Name').fill('My phone');
  await field(dialog, 'Code').fill('000000');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expectErrorDialog(page, 'This code is not right.');
  await field(dialog, 'Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Add' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await inspectPage(page, 'recovery-codes');
  const recoveryCodes = await codes.allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to the codes' }).click();
  await expect(codes).toHaveCount(10);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toBe(`${recoveryCodes.join('\n')}\n`);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  return { secret, recoveryCodes };
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/console/');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/login/);
}

async function createNewCodes(page: Page) {
  const create = { name: 'Create new codes' };
  await page.getByRole('button', create).click();
  await page.getByRole('alertdialog').getByRole('button', create).click();
}

test('a person adds an authenticator app, and signs in with its codes or a recovery code', async ({
  page,
  signedIn,
}) => {
  await page.goto('/console/profile');
  const { secret, recoveryCodes } = await addAuthenticatorByDialog(page);

  await test.step('a password leads to the second step, on the same page', async () => {
    await signOut(page);
    await signInByForm(page, signedIn);
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    await expect(field(page, 'Code')).toBeFocused();
    await inspectPage(page, 'second-step');
    await field(page, 'Code').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/console/');
  });

  await test.step('a recovery code works in its place', async () => {
    await signOut(page);
    await signInByForm(page, signedIn);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(field(page, 'Recovery code')).toBeFocused();
    await page.keyboard.type(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/console/');
    await page.goto('/console/profile');
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  });
});

/** A session that a link opened has proved nothing, however new it is. */
async function openByLink(page: Page, api: Api): Promise<void> {
  await page.context().clearCookies();
  const { token } = await api.must<{ token: string }>('POST', '/auth/v1/token/custom', {});
  await page.goto(`/console/login/sso?token=${btoa(JSON.stringify({ token }))}`);
  await expect(page.getByRole('region', { name: 'Signed in by a link' })).toBeVisible();
  await page.goto('/console/profile');
}

test('a code confirms who it is, in place of the password', async ({ page, customerApi }) => {
  const { secret } = await addAuthenticator(customerApi);
  await openByLink(page, customerApi);
  await createNewCodes(page);
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(confirmation.getByLabel('Your password')).toBeFocused();
  await confirmation.getByRole('button', { name: 'Use an authenticator app' }).click();
  const code = field(confirmation, 'Code');
  await expect(code).toBeFocused();
  await inspectPage(page, 'confirm-by-code');
  await code.fill('000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await code.fill(codeOf(secret, 1));
  await code.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
});

test('the panel asks who it is, too, and takes a code of the app or a recovery code', async ({
  page,
  productUrl,
  customer,
  customerApi,
  guard,
}) => {
  // Sessions to end, from before the second factor.
  await apiOf(productUrl, customer);
  await apiOf(productUrl, customer);
  const { secret, recoveryCodes } = await addAuthenticator(customerApi);
  const panel = page.locator('atrium-console-widget');
  const others = panel.getByRole('button', { name: /^Sign out .* at / });
  const askToEndOne = async () => {
    await openByLink(page, customerApi);
    await page.goto('/console/');
    await panel.getByText('Sessions', { exact: true }).click();
    const password = panel.getByLabel('Confirm with your password');
    const count = await others
      .first()
      .click()
      .then(() => others.count());
    await expect(password).toBeFocused();
    return { password, count };
  };
  guard.expectFault(/status of (403|422)/);

  await test.step('a code of the app', async () => {
    const { password, count } = await askToEndOne();
    await panel.getByRole('button', { name: 'Use an authenticator app' }).click();
    await expect(password).toHaveCount(0);
    const code = panel.getByLabel('Code from your authenticator app');
    await expect(code).toBeFocused();
    await inspectPage(page, 'panel-confirm-by-code');
    await code.fill('000000');
    await code.press('Enter');
    await expect(panel.getByRole('alert').filter({ hasText: 'This code is not right' })).toBeVisible();
    await code.fill(codeOf(secret, 1));
    await code.press('Enter');
    await expect(code).toHaveCount(0);
    await expect(others).toHaveCount(count - 1);
  });

  await test.step('a recovery code', async () => {
    const { count } = await askToEndOne();
    await panel.getByRole('button', { name: 'Use a recovery code' }).click();
    await panel.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(panel.getByLabel('Recovery code')).toHaveCount(0);
    await expect(others).toHaveCount(count - 1);
  });

  await test.step('in the dialog a recovery code counts as well', async () => {
    await openByLink(page, customerApi);
    await createNewCodes(page);
    const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirmation.getByRole('button', { name: 'Use a recovery code' }).click();
    await field(confirmation, 'Recovery code').fill(recoveryCodes[1] ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
  });
});

test('an owner requires a second factor, and a child user without one adds it while signing in', async ({
  page,
  openBrowser,
  productUrl,
  customerApi,
  signedIn: _,
}) => {
  const { username, email, firstName, lastName, password, address } = makePerson();
  await customerApi.must('POST', '/auth/v1/user/children', { username, email, firstName, lastName });
  await addAuthenticator(customerApi);
  await page.goto('/console/profile');
  const rule = page.getByRole('switch', { name: /Require a second factor/ });
  await expect(rule).not.toBeChecked();
  await page.getByText('Require a second factor of everyone in the domain').click();
  await expect(rule).toBeChecked();

  const other = await openBrowser(address);
  await other.goto(await waitForLink(productUrl, email, 'reset'));
  await fillFields(other, { Password: password, 'Confirm password': password });
  await other.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(other).toHaveURL('/console/login');
  await signInByForm(other, makePerson({ username, password }));
  await expect(other.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  await expect(field(other, 'Code')).toBeFocused();
  await inspectPage(other, 'set-up-step');
  await field(other, 'Code').fill('000000');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('alert').filter({ hasText: 'This code is not right.' })).toBeVisible();
  await field(other, 'Code').fill(codeOf(await other.getByRole('code').innerText()));
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await other.getByRole('button', { name: 'I have saved them' }).click();
  await expect(other).toHaveURL('/console/');
  await other.goto('/console/profile');
  await expect(other.getByRole('rowheader', { name: /Authenticator app/ })).toBeVisible();
  await other.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectErrorDialog(other, 'A second factor is required here.');
});

/** A device that keeps passkeys and has verified its owner. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

// Browsers make passkeys for names only, so this product is opened by one.
test('a passkey signs in alone, or after the password, until it is removed', async ({ browser }) => {
  const product = await startProduct({ publicHost: 'localhost' });
  try {
    const ada = await registerPerson(product.url);
    const context = await browser.newContext({ baseURL: product.url });
    const guard = watchForFaults(context);
    const page = await context.newPage();
    await plugInAuthenticator(page);
    await page.goto('/console/login');
    await signInByForm(page, ada);
    await expect(page).toHaveURL(/\/console\/$/);
    const passkey = page.getByRole('row').filter({ hasText: 'This laptop' });

    const api = await apiOf(product.url, ada);

    await test.step('it is added, with the first recovery codes', async () => {
      await page.goto('/console/profile');
      await page.getByRole('button', { name: 'Add passkey' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add passkey' });
      await expect(field(dialog, 'Name')).toBeFocused();
      await inspectPage(page, 'add-passkey');
      await field(dialog, 'Name').fill('This laptop');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(passkey).toContainText('Never');
      await signOut(page);
    });

    await test.step('alone', async () => {
      await inspectPage(page, 'sign-in-by-passkey');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page).toHaveURL(/\/console\/$/);
      await page.goto('/console/profile');
      await expect(passkey).not.toContainText('Never');
      await inspectPage(page, 'second-factors');
      await signOut(page);
    });

    await test.step('after the password', async () => {
      await signInByForm(page, ada);
      const unlock = page.getByRole('button', { name: 'Continue with passkey' });
      await expect(unlock).toBeFocused();
      await inspectPage(page, 'second-step-by-passkey');
      await unlock.click();
      await expect(page).toHaveURL(/\/console\/$/);
    });

    await test.step('in place of the password that confirms who it is', async () => {
      await signOut(page);
      await openByLink(page, api);
      await page.getByRole('button', { name: 'Add authenticator app' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page.getByRole('dialog', { name: 'Add authenticator app' })).toBeVisible();
      await page.keyboard.press('Escape');

      await openByLink(page, api);
      await page.goto('/console/');
      const panel = page.locator('atrium-console-widget');
      await panel.getByText('Sessions', { exact: true }).click();
      const others = panel.getByRole('button', { name: /^Sign out .* at / });
      await others.first().click();
      await panel.getByRole('button', { name: 'Use a passkey' }).click();
      const count = await others.count();
      await panel.getByRole('button', { name: 'Confirm with passkey' }).click();
      await expect(others).toHaveCount(count - 1);
    });

    await test.step('no longer once it was removed', async () => {
      await page.goto('/console/profile');
      await page.getByRole('button', { name: 'Remove This laptop' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('This laptop was removed.').first()).toBeVisible();
      await expect(passkey).toHaveCount(0);
      await signOut(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page.getByRole('alert')).toContainText('This passkey is not known here.');
    });

    expect(guard.faults()).toEqual([]);
    await context.close();
  } finally {
    await product.stop();
    await removeDataFolder(product.dataFolder);
  }
});
