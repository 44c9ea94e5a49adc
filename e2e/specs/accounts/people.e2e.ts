import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { expectSignedOut, makeApi } from '../../support/api.ts';
import { expectErrorDialog, expectFlagged, field, fillFields } from '../../support/forms.ts';
import { waitForLink } from '../../support/mailbox.ts';
import { apiOf, makePerson, type Person, signInFast } from '../../support/personas.ts';
import { openTab } from '../../support/places.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

const peopleLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'People', exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

/** Takes the invitation in the page of another browser, and signs in with the password chosen. */
async function join(page: Page, baseURL: string, child: Person): Promise<Page> {
  await page.goto(await waitForLink(baseURL, child.email, 'reset'));
  await fillFields(page, { Password: child.password, 'Confirm password': child.password });
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page).toHaveURL('/console/login');
  await signInFast(page, child);
  return page;
}

test('an owner says who may do what, sees why, and takes it back', async ({
  page,
  openBrowser,
  productUrl,
  guard,
  signedIn: owner,
}) => {
  const child = makePerson();

  await test.step('the side navigation leads there', async () => {
    await page.goto('/console/');
    await peopleLink(page).click();
    await expect(page).toHaveURL('/console/people');
    await expect(rowOf(page, 'People', owner.username)).toContainText('Owner');
    await openTab(page, 'People', 'Roles');
    await expect(rowOf(page, 'Roles', 'ROLE_DEV')).toContainText('Developer');
    await expect(page.getByRole('button', { name: 'Edit role Developer' })).toHaveCount(0);
  });

  await test.step('a role is defined; what is wrong with it is said at its fields', async () => {
    guard.expectFault(/status of 422/);
    const dialog = dialogOf(page, 'New role');
    const save = dialog.getByRole('button', { name: 'Save' });
    await page.getByRole('button', { name: 'New role' }).click();
    await save.click();
    await expectFlagged(dialog, ['Name']);
    await expect(dialog.getByText('Please choose at least one permission.')).toBeVisible();
    await inspectPage(page, 'people-new-role');
    await fillFields(dialog, { Name: 'Tester', Description: 'Runs the tests.' });
    await dialog.getByRole('checkbox', { name: /^Run tests/ }).check();
    await save.click();
    await expect(dialog).toBeHidden();
    // Who runs tests also sees them.
    await expect(rowOf(page, 'Roles', 'ROLE_TESTER')).toContainText('See tests, Run tests');

    await page.getByRole('button', { name: 'New role' }).click();
    await field(dialog, 'Name').fill('Tester');
    await dialog.getByRole('checkbox', { name: /^See tests/ }).check();
    await save.click();
    await expectErrorDialog(page, 'A role with this name already exists.');
    await expectFlagged(dialog, ['Name']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a child user is invited with that role', async () => {
    await openTab(page, 'People', 'People');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = dialogOf(page, 'Invite a person');
    await fillFields(dialog, {
      Username: child.username,
      'E-mail': child.email,
      'First name': child.firstName,
      'Last name': child.lastName,
    });
    await dialog.getByRole('checkbox', { name: /^Tester/ }).check();
    await inspectPage(page, 'people-invite');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
    const row = rowOf(page, 'People', child.username);
    await expect(row).toContainText('Invited');
    await expect(row).toContainText('Tester');
    await expect(row).toContainText('2 permissions');
  });
  const theirs = await join(await openBrowser(child.address), productUrl, child);

  await test.step('without the right to see people, no one finds or opens the page', async () => {
    await theirs.goto('/console/');
    await expectLoaded(theirs);
    await expect(peopleLink(theirs)).toHaveCount(0);
    await theirs.goto('/console/people');
    await expect(theirs).toHaveURL('/console/unauthorized');
    await expect(theirs.getByText('You are not authorized to view this page.')).toBeVisible();
  });

  await test.step('a changed role takes effect at once: with the right to see people they see, but change nothing', async () => {
    await openTab(page, 'People', 'Roles');
    await page.getByRole('button', { name: 'Edit role Tester' }).click();
    const dialog = dialogOf(page, 'Edit role');
    await expect(dialog.getByRole('checkbox', { name: /^Run tests/ })).toBeChecked();
    await field(dialog, 'Name').fill('Viewer');
    await dialog.getByRole('checkbox', { name: /^See people/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Roles', 'ROLE_TESTER')).toContainText('Viewer');
    await openTab(page, 'People', 'People');
    await expect(rowOf(page, 'People', child.username)).toContainText('3 permissions');

    await theirs.goto('/console/people');
    await expect(
      theirs.getByText('You can see who may do what. This needs the permission "Manage people"'),
    ).toBeVisible();
    await expect(rowOf(theirs, 'People', owner.username)).toContainText('Owner');
    const tabs = theirs.getByRole('main').getByRole('navigation', { name: 'People', exact: true });
    await expect(tabs.getByRole('link', { name: 'Roles' })).toBeVisible();
    await expect(tabs.getByRole('link', { name: 'API keys' })).toHaveCount(0);
    const changing = theirs
      .getByRole('main')
      .getByRole('button', { name: /^(Invite|Remove|Edit|New|Delete|Roles of)/ });
    await expect(changing.first()).toBeVisible();
    for (const button of await changing.all()) {
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription(/^This needs the permission "Manage people"/);
    }
  });

  await test.step('what someone may do is shown with the reason', async () => {
    await page.getByRole('button', { name: `3 permissions of ${child.username}` }).click();
    const dialog = dialogOf(page, `Permissions of ${child.username}`);
    await expect(dialog.getByText('Yes, through Viewer.')).toHaveCount(3);
    await expect(dialog.getByText('No: none of their roles gives it.').first()).toBeVisible();
    await inspectPage(page, 'people-rights');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await inspectPage(page, 'people-with-child');
  });

  await test.step('another role is given', async () => {
    await page.getByRole('button', { name: `Roles of ${child.username}` }).click();
    const dialog = dialogOf(page, `Roles of ${child.username}`);
    await dialog.getByRole('checkbox', { name: /^User/ }).check();
    await inspectPage(page, 'people-give-roles');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'People', child.username)).toContainText('4 permissions');
  });

  await test.step('an API key of the child user is seen, and deleted', async () => {
    await openTab(page, 'People', 'API keys');
    await expect(page.getByText('No API keys yet')).toBeVisible();
    const api = await apiOf(productUrl, child);
    const key = { label: 'Nightly export', kind: 'token', permissions: ['tests.read'] };
    const { token } = await api.must<{ token: string }>('POST', '/auth/v1/user/keys', key);
    const program = makeApi(productUrl, child.address, token);
    await program.must('GET', '/auth/v1/user');
    await page.reload();
    const row = rowOf(page, 'API keys of the domain', 'Nightly export');
    await expect(row).toContainText(child.username);
    await expect(row).toContainText('See tests');
    await inspectPage(page, 'people-keys');
    await row.getByRole('button', { name: `Delete API key Nightly export of ${child.username}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`${child.username} is told by e-mail.`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await expectSignedOut(program);
  });

  await test.step('who has a role that is deleted keeps only what the others give', async () => {
    await openTab(page, 'People', 'Roles');
    await page.getByRole('button', { name: 'Delete role Viewer' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('People with this role lose the permissions that only it gives.');
    await inspectPage(page, 'people-delete-role');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toHaveCount(0);
    await expect(rowOf(page, 'Roles', 'ROLE_TESTER')).toHaveCount(0);
    await openTab(page, 'People', 'People');
    await expect(rowOf(page, 'People', child.username)).toContainText('1 permission');
    // Their page is still open: it is told, and leaves by itself.
    await expect(theirs).toHaveURL('/console/unauthorized');
  });
});

test('whoever may only see finds the buttons that change something disabled, with the reason', async ({
  openBrowser,
  productUrl,
  customerApi,
}) => {
  const child = makePerson();
  const permissions = ['billing.read', 'configuration.read', 'tests.read'];
  const role = { label: 'Reader', description: 'Reads.', permissions };
  const { name } = await customerApi.must<{ name: string }>('POST', '/auth/v1/roles', role);
  const { username, email, firstName, lastName } = child;
  const invitation = { username, email, firstName, lastName, roles: [name] };
  await customerApi.must('POST', '/auth/v1/user/children', invitation);
  const theirs = await join(await openBrowser(child.address), productUrl, child);

  const refused: [path: string, permission: string, buttons: string[]][] = [
    ['/console/services/hyper-dispatch', 'Change configuration', ['New function']],
    ['/console/services/hyper-dispatch?function=greet', 'Change configuration', ['Edit', 'Delete function']],
    ['/console/services/hyper-dispatch?function=greet', 'Call functions', ['Call']],
    ['/console/test-runner-dashboard', 'Run tests', ['Run Tests', 'Choose tests to run']],
    ['/console/payment', 'Pay and manage billing', ['Add card and address']],
  ];
  for (const [path, permission, buttons] of refused) {
    await theirs.goto(path);
    for (const label of buttons) {
      const button = theirs.getByRole('main').getByRole('button', { name: label, exact: true });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription(
        new RegExp(`^This needs the permission "${permission}"`),
      );
      await button.focus();
      await theirs.keyboard.press('Enter');
      await expect(theirs.getByRole('dialog')).toHaveCount(0);
      await expect(theirs.getByText(`This needs the permission "${permission}"`).first()).toBeVisible();
    }
    await inspectPage(theirs, `refused-${permission.toLowerCase().replaceAll(' ', '-')}`);
  }
});
