import type { Page } from '@playwright/test';
import { expectNoFindings, inspectPage } from '../../support/accessibility.ts';
import { expectFlagged, field, fillFields } from '../../support/forms.ts';
import {
  CLIENT,
  type IdentityProvider,
  signInAtProvider,
  startIdentityProvider,
  withoutForeignFonts,
} from '../../support/identity-provider.ts';
import { makePerson } from '../../support/personas.ts';
import { openOwn, openTab, places } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

/** Someone whom the provider knows. */
function meet(provider: IdentityProvider, claims: Record<string, unknown> = {}): string {
  const { username, firstName, lastName } = makePerson();
  provider.people.set(username, {
    email: `${username}@acme.example`,
    email_verified: true,
    given_name: firstName,
    family_name: lastName,
    preferred_username: username,
    ...claims,
  });
  return username;
}

test('an owner sets an identity provider up, and people sign in with it', async ({
  page,
  openBrowser,
  productUrl,
  guard,
  signedIn: _,
}) => {
  await using provider = await startIdentityProvider(productUrl);
  const login = meet(provider, { groups: ['engineering'] });
  const colleague = await withoutForeignFonts(await openBrowser());
  let loginUrl = '';

  await test.step('the provider is set up on the page People; a wrong address is said at its field', async () => {
    guard.expectFault(/status of 422/);
    await page.goto('/console/people');
    await page.getByRole('button', { name: 'New identity provider' }).first().click();
    const dialog = dialogOf(page, 'New identity provider');
    await fillFields(dialog, {
      Name: 'Acme',
      Issuer: `${provider.issuer}/elsewhere`,
      'Client ID': CLIENT.id,
      'Client secret': CLIENT.secret,
      Claim: 'groups',
      'Values that give the role Developer': 'engineering, platform',
      'Values that give the role User': '*',
    });
    await expect(dialog).toContainText(`${productUrl}/console/login/provider`);
    await inspectPage(page, 'identity-provider-new');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectFlagged(dialog, ['Issuer']);
    await field(dialog, 'Issuer').fill(provider.issuer);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    const row = rowOf(page, 'Identity providers', 'Acme');
    loginUrl = (await row.getByText('/console/login?domain=').textContent()) ?? '';
    await inspectPage(page, 'identity-providers');
    await row.getByRole('button', { name: 'Test Acme' }).click();
    await expect(dialogOf(page, 'Test of Acme')).toContainText('The provider works');
    await expectNoFindings(page, 'test of a provider');
    await dialogOf(page, 'Test of Acme').getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('someone new signs in there and is here, with the roles of their groups', async () => {
    await colleague.goto(`${loginUrl}&next=%2Fconsole%2Fprofile`);
    await expect(colleague.getByRole('button', { name: 'Continue with Acme' })).toBeVisible();
    await inspectPage(colleague, 'login-with-provider');
    await colleague.getByRole('button', { name: 'Continue with Acme' }).click();
    await signInAtProvider(colleague, login);
    await expect(colleague).toHaveURL('/console/profile');
    await expect(colleague.getByRole('table', { name: 'Sessions' })).toContainText('via Acme');
    await page.reload();
    await expect(rowOf(page, 'People', login)).toContainText('Developer, User');
    await expect(
      rowOf(page, 'Identity providers', 'Acme').getByRole('cell', { name: '1', exact: true }),
    ).toBeVisible();
  });

  await test.step('signing out here leads to the sign-out there, and back', async () => {
    await openOwn(colleague, 'Sign out');
    await colleague.getByRole('button', { name: /yes/i }).click();
    await expect(colleague).toHaveURL('/console/login');
    // The provider of the domain is still offered, without the address that was handed out.
    await colleague.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(colleague.getByPlaceholder('Enter any login')).toBeVisible();
  });

  await test.step('whoever turns back, or has no verified address, is told so', async () => {
    await colleague.getByRole('link', { name: /cancel/i }).click();
    await expect(colleague.getByRole('alert')).toContainText('The sign-in was canceled');
    await inspectPage(colleague, 'login-canceled');
    await colleague.getByRole('link', { name: 'Back to login' }).click();
    await colleague.getByRole('button', { name: 'Continue with Acme' }).click();
    await signInAtProvider(colleague, meet(provider, { email_verified: false }));
    await expect(colleague.getByRole('alert')).toContainText(
      'does not confirm that your e-mail address is verified',
    );
  });

  await test.step('deleting it says what happens to its people', async () => {
    await rowOf(page, 'Identity providers', 'Acme')
      .getByRole('button', { name: 'Delete identity provider Acme' })
      .click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'One person signs in with it. They are signed out now, keep their accounts',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('table', { name: 'Identity providers' })).toHaveCount(0);
    await expect(rowOf(page, 'People', login)).toBeVisible();
    await colleague.goto(loginUrl);
    await expect(colleague.getByRole('button', { name: 'Login' })).toBeEnabled();
    await expect(colleague.getByRole('button', { name: 'Continue with Acme' })).toHaveCount(0);
  });
});

test('an administrator sets one up for everyone, and whoever is new gets a domain of their own', async ({
  page,
  openBrowser,
  productUrl,
  signedInAdmin: _,
}) => {
  await using provider = await startIdentityProvider(productUrl);
  const name = `Public ${makePerson().username}`;
  const login = meet(provider);
  await page.goto('/console/');
  await places(page).getByRole('link', { name: 'Platform' }).click();
  await openTab(page, 'Platform', 'Identity providers');
  await page.getByRole('button', { name: 'New identity provider' }).first().click();
  const dialog = dialogOf(page, 'New identity provider');
  await fillFields(dialog, {
    Name: name,
    Issuer: provider.issuer,
    'Client ID': CLIENT.id,
    'Client secret': CLIENT.secret,
  });
  await expect(field(dialog, 'Claim')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(rowOf(page, 'Identity providers', name)).toBeVisible();

  const visitor = await withoutForeignFonts(await openBrowser());
  await visitor.goto('/console/usage');
  await visitor.getByRole('button', { name: `Continue with ${name}` }).click();
  await signInAtProvider(visitor, login);
  await expect(visitor).toHaveURL('/console/usage');
  await visitor.goto('/console/people');
  await expect(rowOf(visitor, 'People', login)).toContainText('Owner');

  await page.getByRole('button', { name: `Delete identity provider ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Identity providers', name)).toHaveCount(0);
});
