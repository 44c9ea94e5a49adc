import type { Page } from '@playwright/test';
import { expectSignedOut } from '../../support/api.ts';
import { countRequests, expectErrorDialog, expectFlagged, field, fillFields } from '../../support/forms.ts';
import { waitForLink } from '../../support/mailbox.ts';
import { apiOf, makePerson, signInByForm } from '../../support/personas.ts';
import { openOwn } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

async function openProfile(page: Page): Promise<void> {
  await page.goto('/console/profile');
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
}

test('names, theme, sessions, e-mail address and password', async ({ page, productUrl, signedIn }) => {
  await openProfile(page);

  await test.step('names and theme are changed and stay changed, and another session is ended', async () => {
    const elsewhere = await apiOf(productUrl, signedIn);
    await fillFields(page, { 'First name': 'Grace', 'Last name': 'Hopper' });
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Your name was saved.')).toBeVisible();

    await page.getByText('Dark', { exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const storedTheme = async () =>
      (await elsewhere.must<{ params: { theme: string } }>('GET', '/auth/v1/user')).params.theme;
    await expect.poll(storedTheme).toBe('dark');

    await page.reload();
    await expect(field(page, 'First name')).toHaveValue('Grace');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const table = page.getByRole('table', { name: 'Sessions' });
    await expect(table.getByText('This device', { exact: true })).toHaveCount(1);
    // Strict mode fails the click if there is a second button.
    const others = table.getByRole('button', { name: /^Sign out/ });
    await others.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('That device was signed out.').first()).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(others).toHaveCount(0);
    await expectSignedOut(elsewhere);

    const [phone, tablet] = [await apiOf(productUrl, signedIn), await apiOf(productUrl, signedIn)];
    await page.reload();
    await expect(others).toHaveCount(2);
    await page.getByRole('button', { name: 'End other sessions' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End other sessions' }).click();
    await expect(others).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'End other sessions' })).toHaveCount(0);
    for (const ended of [phone, tablet]) await expectSignedOut(ended);

    await field(page, 'First name').fill(' ');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expectFlagged(page, ['First name']);
  });

  await test.step('an e-mail address counts once its link was opened', async () => {
    const api = await apiOf(productUrl, signedIn);
    const { email } = makePerson();
    await fillFields(page, { 'New e-mail': email, 'Your password': 'not the password' });
    await page.getByRole('button', { name: 'Change e-mail' }).click();
    await expectErrorDialog(page, /password/i);
    await field(page, 'Your password').fill(signedIn.password);
    await page.getByRole('button', { name: 'Change e-mail' }).click();
    await expect(page.getByText('is not confirmed yet')).toBeVisible();
    const link = await waitForLink(productUrl, email, 'confirm');
    expect((await api.must<{ email: string }>('GET', '/auth/v1/user')).email).toBe(signedIn.email);
    // The page redirects signed-in users, but only after the link has been used.
    await page.goto(link);
    await expect(page.getByText('E-mail verification successful!')).toBeVisible();
    await expect(page).toHaveURL('/console/');
    expect((await api.must<{ email: string }>('GET', '/auth/v1/user')).email).toBe(email);
    await expect(page.locator('atrium-console-widget').getByText(email)).toBeVisible();

    const held = Promise.withResolvers<void>();
    await page.route('**/auth/v1/confirm?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(link);
    await page.getByRole('banner').getByRole('link', { name: 'Usage', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
    held.resolve();
    await expect(page.getByText('This e-mail address is already confirmed.')).toBeVisible();
    await expect(page, 'whoever went elsewhere in the meantime stays there').toHaveURL('/console/usage');
    await page.goto(link);
    await expect(page).toHaveURL('/console/');
    await page.unrouteAll();
  });

  await test.step('a changed password ends all other sessions', async () => {
    const elsewhere = await apiOf(productUrl, signedIn);
    const password = 'Another password 4';
    const sent = countRequests(page, 'POST', '/auth/v1/user/password');
    await openProfile(page);
    await fillFields(page, {
      'Current password': signedIn.password,
      'New password': password,
      'Confirm new password': 'different 5 password',
    });
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectFlagged(page, ['New password', 'Confirm new password']);
    expect(sent()).toBe(0);
    await field(page, 'Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed. You have been signed out everywhere else.')).toBeVisible();
    await expectSignedOut(elsewhere);
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Profile', level: 1 }),
      'this session goes on',
    ).toBeVisible();
  });
});

test('a child user is invited, joins without child users to invite, and is removed', async ({
  page,
  openBrowser,
  productUrl,
  signedIn: _,
}) => {
  await openProfile(page);
  const child = makePerson();
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expectFlagged(dialog, ['Username', 'E-mail', 'First name', 'Last name']);
  await fillFields(dialog, {
    Username: child.username,
    'E-mail': child.email,
    'First name': child.firstName,
    'Last name': child.lastName,
  });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  const row = page
    .getByRole('table', { name: 'Child users' })
    .getByRole('row')
    .filter({ hasText: child.username });
  await expect(row).toContainText('Invited');

  const other = await openBrowser(child.address);
  await other.goto(await waitForLink(productUrl, child.email, 'reset'));
  await fillFields(other, { Password: child.password, 'Confirm password': child.password });
  await other.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(other).toHaveURL('/console/login');
  await signInByForm(other, child);
  await expect(other).toHaveURL('/console/');
  await openOwn(other, 'Profile');
  await expect(other.getByRole('table', { name: 'Sessions' })).toBeVisible();
  await expect(other.getByText('Child users')).toHaveCount(0);

  await page.reload();
  await expect(row).not.toContainText('Invited');
  await row.getByRole('button', { name: `Remove ${child.username}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`Are you sure you want to remove child user "${child.username}"?`);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
});
