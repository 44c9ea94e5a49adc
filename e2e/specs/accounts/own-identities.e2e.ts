import { inspectPage } from '../../support/accessibility.ts';
import { CLIENT, signInAtProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { administrator, apiOf, makePerson } from '../../support/personas.ts';
import { openOwn } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

test('a person connects a provider, signs in with it, and disconnects it', async ({
  page,
  productUrl,
  guard,
  signedIn,
}) => {
  await using provider = await startIdentityProvider(productUrl);
  // The provider's own pages ask for fonts that no test fetches.
  await page.route(
    ({ hostname }) => hostname.startsWith('fonts.'),
    (route) => route.fulfill({ contentType: 'text/css', body: '' }),
  );
  const name = `Elsewhere ${makePerson().username}`;
  const login = makePerson().username;
  provider.people.set(login, { email: `${login}@acme.example`, ['email_verified']: true });
  const admin = await apiOf(productUrl, administrator());
  const { id } = await admin.must<{ id: string }>('POST', '/auth/v1/platform/providers', {
    name,
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  });
  const row = page
    .getByRole('table', { name: 'Sign-in with providers' })
    .getByRole('row')
    .filter({ hasText: name });
  try {
    await test.step('it is connected on the profile, by signing in there', async () => {
      await page.goto('/console/profile');
      await expect(row).toContainText('Not connected');
      await row.getByRole('button', { name: `Connect ${name}` }).click();
      await signInAtProvider(page, login);
      await expect(page).toHaveURL('/console/profile');
      await expect(row).toContainText('Connected ');
      await inspectPage(page, 'own-identities');
    });

    await test.step('it then signs in to the same account', async () => {
      await openOwn(page, 'Sign out');
      await page.goto('/console/login?next=%2Fconsole%2Fprofile');
      await page.getByRole('button', { name: `Continue with ${name}` }).click();
      await expect(page).toHaveURL('/console/profile');
      await expect(page.getByLabel('Username')).toHaveValue(signedIn.username);
      await expect(page.getByRole('table', { name: 'Sessions' })).toContainText(`via ${name}`);
    });

    guard.expectFault(/status of (403|422)/);
    await test.step('it is disconnected, after a confirmation', async () => {
      await row.getByRole('button', { name: `Disconnect ${name}` }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('You can no longer sign in with it');
      await question.getByRole('button', { name: 'Disconnect' }).click();
      const password = page
        .getByRole('dialog', { name: 'Confirm that it is you' })
        .getByLabel('Your password');
      await expect(password.or(page.getByText(`${name} was disconnected.`)).first()).toBeVisible();
      if (await password.isVisible()) {
        await password.fill(signedIn.password);
        await password.press('Enter');
      }
      await expect(row).toContainText('Not connected');
    });

    await test.step('what fails on the way back is told, and leads back', async () => {
      await row.getByRole('button', { name: `Connect ${name}` }).click();
      await expect(row).toContainText('Connected ');
      await row.getByRole('button', { name: `Disconnect ${name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
      await expect(row).toContainText('Not connected');
      await page.route('**/auth/v1/user/identities', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fulfill({ status: 422, json: { status: 422, message: 'Another account has it.' } });
      });
      await row.getByRole('button', { name: `Connect ${name}` }).click();
      await expect(page.getByRole('alert')).toContainText('Another account has it.');
      await inspectPage(page, 'own-identities-refused');
      await page.unroute('**/auth/v1/user/identities');
      await page.getByRole('link', { name: 'Back to the profile' }).click();
      await expect(row).toContainText('Not connected');
    });
  } finally {
    await admin.must('DELETE', `/auth/v1/platform/providers/${id}`);
  }
});
