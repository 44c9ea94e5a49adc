import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { apiOf, registerPerson } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('a link signs in and says as whom; ending another session there asks for the password', async ({
  page,
  productUrl,
  guard,
}) => {
  const person = await registerPerson(productUrl);
  const opener = await apiOf(productUrl, person);
  const elsewhere = await apiOf(productUrl, person);
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': person.address });
  const open = async () => {
    const { token } = await opener.must<{ token: string }>('POST', '/auth/v1/token/custom', {});
    await page.goto(`/console/login/sso?token=${btoa(JSON.stringify({ token }))}`);
  };
  const banner = page.getByRole('region', { name: 'Signed in by a link' });
  const fullName = `${person.firstName} ${person.lastName} (${person.username})`;

  await test.step('as whom, until they say that it is them, also after a reload', async () => {
    await open();
    await expect(banner).toContainText(`Signed in as ${fullName}. Not you?`);
    await page.reload();
    await expect(banner).toBeVisible();
    await inspectPage(page, 'signed-in-by-a-link');
    await banner.getByRole('button', { name: 'This is me' }).click();
    await expect(banner).toHaveCount(0);
  });

  await page.goto('/console/profile');
  const table = page.getByRole('table', { name: 'Sessions' });
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = confirmation.getByLabel('Your password');

  await test.step('the list names who opened the session', async () => {
    await expect(
      table.getByText(`Signed in as ${person.username}, opened by ${person.username}`),
    ).toHaveCount(1);
    await expect(table.getByRole('button', { name: /^Sign out/ })).toHaveCount(2);
  });

  guard.expectFault(/status of (403|422)/);
  await test.step('whoever would rather not confirm ends nothing', async () => {
    await table
      .getByRole('button', { name: /^Sign out/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(password).toBeVisible();
    await expect(password).toBeFocused();
    await inspectPage(page, 'confirm-identity');
    await page.keyboard.press('Escape');
    await expect(confirmation).toHaveCount(0);
    // The question is open again, without an error, and the next Escape is for it.
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to sign out');
    await expect(question.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(table.getByRole('button', { name: /^Sign out/ })).toHaveCount(2);
  });

  await test.step('a wrong password is said at its field, and the right one ends the session', async () => {
    // The newest other one is the one that makes no tokens here.
    const others = table.getByRole('button', { name: /^Sign out/ });
    await others.first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await password.fill('not the password');
    await password.press('Enter');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveAccessibleDescription(/password is wrong/i);
    await expect(page.getByRole('button', { name: 'Ok', exact: true })).toHaveCount(0);
    await password.fill(person.password);
    await password.press('Enter');
    await expect(page.getByText('That device was signed out.').first()).toBeVisible();
    await expect(confirmation).toHaveCount(0);
    await expect(others).toHaveCount(1);
    const listStatuses = async () => {
      const answers = await Promise.all([opener, elsewhere].map(({ call }) => call('GET', '/auth/v1/user')));
      return answers.map(({ status }) => status).toSorted((a, b) => a - b);
    };
    // Processes hear of an ended session by the database.
    await expect.poll(listStatuses).toEqual([200, 401]);
  });

  await test.step('not them: signed out', async () => {
    const another = await registerPerson(productUrl);
    const { token } = await (await apiOf(productUrl, another)).must<{ token: string }>(
      'POST',
      '/auth/v1/token/custom',
      {},
    );
    await page.context().clearCookies();
    await page.goto(`/console/login/sso?token=${btoa(JSON.stringify({ token }))}`);
    await banner.getByRole('button', { name: 'Not me, sign out' }).click();
    await expect(page).toHaveURL('/console/login');
    await expect(field(page, 'Username')).toBeVisible();
    await expect(banner).toHaveCount(0);
  });
});
