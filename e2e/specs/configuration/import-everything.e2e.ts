import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { exportBody, invoke } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';

test.describe.configure({ timeout: 300_000 });

test('upload a file for a service, choose per item, import, and go back', async ({
  page,
  guard,
  signedIn: _,
  customerApi,
}) => {
  const body = await exportBody(customerApi, 'hyper-dispatch');
  const functions = body['functions'] ?? [];
  const greet = functions.find(({ name }) => name === 'greet');
  const changed = {
    ...body,
    functions: [
      ...functions.map((item) =>
        item === greet ? { ...item, source: 'export default () => "uploaded";\n' } : item,
      ),
      { name: 'fresh', source: 'export default () => "fresh";\n' },
    ],
  };

  await page.goto('/console/?openImport=hyper-dispatch');
  const dialog = page.getByRole('dialog', { name: 'Git configuration' });
  await expect(dialog.getByRole('tab', { name: 'Upload' })).toHaveAttribute('aria-selected', 'true');
  await expect(field(page, 'Service')).toHaveValue('hyper-dispatch');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('Please provide values in required fields.')).toBeVisible();
  await dialog.getByLabel(/^File/).setInputFiles({
    name: 'hyper-dispatch.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(changed)),
  });
  await inspectPage(page, 'git-configuration-upload');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();

  const everything = page.getByRole('dialog', { name: 'Import Everything' });
  const choice = everything.getByRole('combobox', { name: 'Choice for functions/greet' });
  await expect(choice.getByRole('option')).toHaveText([
    'Remote',
    'Local',
    'Merge in local',
    'Merge in remote',
  ]);
  await expect(
    everything.getByRole('combobox', { name: 'Choice for functions/fresh' }).getByRole('option'),
  ).toHaveText(['New', 'Skip']);
  await inspectPage(page, 'import-everything');
  await everything.getByRole('button', { name: 'Submit' }).click();
  await expect(everything.getByText('Merged', { exact: true })).toBeVisible();
  expect((await invoke(customerApi, 'greet')).body).toBe('uploaded');
  expect((await invoke(customerApi, 'fresh')).body).toBe('fresh');
  await everything.getByRole('button', { name: 'Close' }).last().click();

  await test.step('the version before can be looked at and brought back', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Import progress' }).click();
    await page
      .getByRole('dialog', { name: 'Import progress' })
      .getByRole('button', { name: 'Versions' })
      .click();
    const versions = page.getByRole('dialog', { name: 'Import versions' });
    await versions.getByRole('button', { name: 'Objects' }).first().click();
    const objects = page.getByRole('dialog', { name: /objects$/ });
    await expect(objects.getByText('greet', { exact: true })).toBeVisible();
    await objects.getByRole('button', { name: 'Close' }).last().click();
    guard.expectFault(/500/);
    await page.route('**/backup/*/restore', (route) => route.fulfill({ status: 500, json: {} }));
    await versions.getByRole('button', { name: 'Restore service' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    const failure = page.getByRole('alertdialog', { name: 'Restore failed' });
    await failure.getByRole('button', { name: 'Ok' }).click();
    await page.unroute('**/backup/*/restore');
    await versions.getByRole('button', { name: 'Restore service' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/restored as live version/)).toBeVisible();
    expect((await invoke(customerApi, 'greet')).body).not.toBe('uploaded');
    expect((await invoke(customerApi, 'fresh')).status).toBe(404);
    await versions.getByRole('button', { name: 'Close' }).last().click();
    await page
      .getByRole('dialog', { name: 'Import progress' })
      .getByRole('button', { name: 'Close' })
      .last()
      .click();
  });

  await test.step('the log tells of it', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Import logs' }).click();
    const logs = page.getByRole('dialog', { name: 'Import logs' });
    await expect(logs.getByRole('row').nth(1)).toBeVisible();
    await inspectPage(page, 'import-logs');
    await logs.getByLabel('Start time').fill('2999-01-01T00:00');
    await expect(logs.getByText('No data to display')).toBeVisible();
    await page.route('**/consolidated/log', (route) => route.fulfill({ status: 500, json: {} }));
    await logs.getByLabel('Start time').fill('2020-01-01T00:00');
    const failure = page.getByRole('alertdialog');
    await expect(failure).toBeVisible({ timeout: 30_000 });
    // First the end of the trouble: the list is read again and again, and each failure would be told anew.
    await page.unroute('**/consolidated/log');
    await failure.getByRole('button', { name: 'Ok' }).click();
    await expect(logs.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
  });
});

test('push writes branches, says what it did for each service, and can be canceled', async ({
  page,
  git,
  signedIn: person,
}) => {
  const repository = await git.makeRepository('push');
  await page.goto('/console/');
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Git Config Push' }).click();
  const dialog = page.getByRole('dialog', { name: 'Git configuration' });
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await expect(dialog.getByText('Please provide values in required fields.')).toBeVisible();
  await field(page, 'Repository URL').fill(git.urlOf(repository));
  await field(page, 'Username').fill(git.username);
  await field(page, 'Password').fill(git.password);
  await field(page, 'Commit message').fill('First export');
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await expect(dialog.getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await repository.git('log', '-1', '--format=%s %an', 'main')).toContain('First export');
  expect(await repository.git('log', '-1', '--format=%ae', 'main')).toContain(person.email);

  await dialog.getByText('Branch', { exact: true }).click();
  await field(page, 'Branch name').fill('release/1');
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  const head = () => repository.git('rev-parse', 'release/1').catch(() => '');
  await expect.poll(head, { timeout: 30_000 }).toBe(await repository.git('rev-parse', 'main'));

  await repository.commit({ 'content/theirs/work.js': '1;\n' }, { branch: 'release/1' });
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  const results = dialog.getByRole('table', { name: 'Result for each service' });
  await expect(results.getByRole('row').filter({ hasText: 'Content' })).toContainText(
    'The remote moved since the last pull: theirs/work.js. Pull and merge first, then push again.',
    { timeout: 30_000 },
  );
  await expect(results.getByRole('row').filter({ hasText: 'Hyper Dispatch' })).toContainText('OK');

  git.behave('silence', 'silent');
  await field(page, 'Repository URL').fill(git.urlOf('silence'));
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The configuration could not be pushed.');
  await expect(dialog.getByRole('button', { name: 'Push', exact: true })).toBeEnabled();
});
