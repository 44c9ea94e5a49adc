import { inspectPage } from '../../support/accessibility.ts';
import { fillFields } from '../../support/forms.ts';
import { exportAsFiles } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';
import { openGitPull } from '../../support/wizard.ts';

test('a repository is connected once, and then pulled from with one click', async ({
  page,
  git,
  signedIn: _person,
  customerApi,
}) => {
  const repository = await git.makeRepository('connected');
  const files = await exportAsFiles(customerApi, 'hyper-dispatch');
  await repository.commit({ ...files, 'hyper-dispatch/functions/connected.js': 'export default () => 1;\n' });
  await page.goto('/console/changes/connections');
  await expect(page.getByText('No repository is connected')).toBeVisible();
  await page.getByRole('button', { name: 'Connect a repository' }).click();
  const dialog = page.getByRole('dialog');
  await fillFields(dialog, {
    Name: 'Shop',
    'Repository URL': git.urlOf(repository),
    Username: git.username,
    Password: 'wrong',
  });
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('Atrium cannot read the repository.')).toBeVisible();
  await expect(dialog.getByText(/rejected the username or password/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Edit the connection Shop' }).click();
  await fillFields(dialog, { Password: git.password });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Atrium may read the repository.')).toBeVisible();
  await expect(dialog.getByText('Atrium may write to it.')).toBeVisible();
  await inspectPage(page, 'connection-test');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /Shop/ })).toContainText('Default');
  await inspectPage(page, 'connections');

  await openGitPull(page);
  await expect(page.getByRole('combobox', { name: 'Connection' })).toContainText('Shop (default)');
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  await expect(page.getByRole('heading', { name: 'Remote Content (Preview)' })).toBeVisible({
    timeout: 30_000,
  });

  await page.goto('/console/changes/connections');
  await page.getByRole('button', { name: 'Delete the connection Shop' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('forget its password');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No repository is connected')).toBeVisible();
});
