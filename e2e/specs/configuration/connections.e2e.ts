import { inspectPage } from '../../support/accessibility.ts';
import { countClicks } from '../../support/clicks.ts';
import { fillFields } from '../../support/forms.ts';
import { exportAsFiles, importFiles, readLiveFile } from '../../support/live-configuration.ts';
import { openTab, places } from '../../support/places.ts';
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
  await page.getByRole('main').getByRole('button', { name: 'Pull', exact: true }).click();
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

test('push, change, pull, merge, submit with tests and push back take at most twelve clicks and no password', async ({
  page,
  git,
  signedIn: _person,
  customerApi,
}) => {
  const repository = await git.makeRepository('round-trip');
  const body = {
    name: 'Shop',
    gitUrl: git.urlOf(repository),
    username: git.username,
    password: git.password,
  };
  const { id } = await customerApi.must<{ id: string }>('POST', '/console/v1/git/connections', body);
  await page.goto('/console/');
  const clicks = await countClicks(page);
  const push = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Files to be pushed' });
    await preview.getByRole('button', { name: 'Push', exact: true }).click();
    await expect(page.getByText(/files? pushed/)).toBeVisible({ timeout: 30_000 });
  };
  await places(page).getByRole('link', { name: 'Changes' }).click();
  await openTab(page, 'Changes', 'Push');
  await push();

  // One file changes on both sides, in other lines.
  const [folder, name] = ['functions/orders', 'create.js'];
  const source = await readLiveFile(customerApi, 'hyper-dispatch', `${folder}/${name}`);
  const there = source.replace('return { order,', "return { thanks: 'Thank you', order,");
  await repository.commit({ [`hyper-dispatch/${folder}/${name}`]: there });
  await importFiles(customerApi, 'hyper-dispatch', folder, { [name]: `// Changed here\n${source}` });
  await customerApi.must('POST', `/console/v1/git/connections/${id}/refresh`);

  await places(page).getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Pull', exact: true }).click();
  await page.getByRole('button', { name: 'Pull from Shop' }).click();
  await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Merged automatically')).toBeVisible();
  await page.getByRole('button', { name: 'Submit & Run Tests' }).click();
  await expect(page.getByText(/^All \d+ tests passed$/)).toBeVisible({ timeout: 60_000 });
  await openTab(page, 'Changes', 'Push');
  await push();
  const counted = await clicks();
  expect(counted).toBeGreaterThanOrEqual(9);
  expect(counted).toBeLessThanOrEqual(12);
  const tip = await repository.read(`hyper-dispatch/${folder}/${name}`);
  expect(tip).toContain('// Changed here');
  expect(tip).toContain('Thank you');
});
