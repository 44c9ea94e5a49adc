import { inspectPage } from '../../support/accessibility.ts';
import { field, loseResponse } from '../../support/forms.ts';
import { exportBody, importFiles, invoke, liveVersion } from '../../support/live-configuration.ts';
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
      ...functions
        .filter(({ name }) => name !== 'report-low')
        .map((item) => (item === greet ? { ...item, source: 'export default () => "uploaded";\n' } : item)),
      { name: 'fresh', source: 'export default () => "fresh";\n', secrets: ['FRESH_KEY'] },
      { name: 'broken', source: 'export default () => {\n  return (;\n};\n' },
    ],
  };

  const dialog = page.getByRole('dialog', { name: 'Git configuration' });
  await page.goto('/console/?openImport=nothing');
  await expect(dialog.getByText('There is no service "nothing". Please choose one.')).toBeVisible();
  await page.goto('/console/?openImport=hyper-dispatch');
  await expect(dialog.getByRole('tab', { name: 'Upload' })).toHaveAttribute('aria-selected', 'true');
  await expect(field(page, 'Service')).toHaveValue('hyper-dispatch');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('Please provide values in required fields.')).toBeVisible();
  const chooseFile = (content: unknown) =>
    dialog.getByLabel(/^File/).setInputFiles({
      name: 'hyper-dispatch.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    });
  await chooseFile([]);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'hyper-dispatch.json: Not a configuration. The file must contain an object of collections.',
  );
  await chooseFile(changed);
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
  const submit = everything.getByRole('button', { name: 'Submit', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Submit these changes?' });
  const before = await liveVersion(customerApi, 'hyper-dispatch');

  await test.step('what Submit will do is told in numbers, and what is lost is asked for by name', async () => {
    await expect(everything.getByRole('status').filter({ hasText: 'Submit' })).toHaveText(
      'Submit 4 changes to Functions: 2 new, 1 changed, 1 deletion. Replaces 1 live item.',
    );
    await submit.click();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const named = (title: string) => question.getByRole('table', { name: title }).getByRole('rowheader');
    await expect(named('1 item will be deleted')).toHaveText(['functions/stock/report-low']);
    await expect(named('1 live item will be replaced')).toHaveText(['functions/greet']);
    await expect(named('1 item cannot be parsed and will not work')).toHaveText([
      'functions/broken.js: line 2: Unexpected token',
    ]);
    await expect(named('Functions reach or are reached by something else')).toHaveText([
      'functions/fresh: gets the secret FRESH_KEY',
      'functions/fresh: needs the secret FRESH_KEY, which is not set',
    ]);
    await inspectPage(page, 'import-question');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await liveVersion(customerApi, 'hyper-dispatch')).toBe(before);
  });

  const submitAndConfirm = async (version: number) => {
    await submit.click();
    await question.getByRole('button', { name: 'Submit' }).click();
    await expect(everything.getByText(`Version ${version} of Functions is live`)).toBeVisible();
  };

  const undo = async () => {
    await everything.getByRole('button', { name: 'Undo' }).click();
    const asked = page.getByRole('alertdialog', { name: /^Undo version \d+\?$/ });
    await expect(asked).toContainText('functions/fresh: no longer gets the secret FRESH_KEY');
    await asked.getByRole('button', { name: 'Undo' }).click();
  };

  await test.step('the new version is named, can be looked at and undone; nothing can be chosen any more', async () => {
    await submitAndConfirm(before + 1);
    expect((await invoke(customerApi, 'greet')).body).toBe('uploaded');
    expect((await invoke(customerApi, 'fresh')).body).toBe('fresh');
    await expect(choice).toBeDisabled();
    await expect(submit).toHaveCount(0);
    await inspectPage(page, 'import-done');
    await everything.getByRole('button', { name: 'View' }).click();
    const objects = page.getByRole('dialog', { name: `Functions, version ${before}: objects` });
    await expect(objects.getByRole('rowheader')).toHaveText(['broken', 'fresh', 'greet', 'report-low']);
    await objects.getByRole('button', { name: 'Close' }).last().click();
    await undo();
    await expect(everything.getByText('Undone', { exact: true })).toBeVisible();
    await expect(
      everything.getByText(
        `Version ${before + 2} of Functions is live. It is the same as version ${before}.`,
      ),
    ).toBeVisible();
    expect((await invoke(customerApi, 'fresh')).status).toBe(404);
  });

  await test.step('undone, it can be chosen and submitted again; what came after it is not undone', async () => {
    await expect(choice).toBeEnabled();
    guard.expectFault(/ERR_FAILED/);
    await page.route('**/git/config/import', loseResponse, { times: 1 });
    await submit.click();
    await question.getByRole('button', { name: 'Submit' }).click();
    const unknown = page.getByRole('alertdialog', { name: 'It is not known whether this was submitted.' });
    await expect(unknown).toContainText('Cannot reach the server.');
    await unknown.getByRole('button', { name: 'Ok' }).click();
    // The same again, which counts once.
    await submitAndConfirm(before + 3);
    await importFiles(customerApi, 'hyper-dispatch', 'functions', { 'later.js': '1;\n' });
    await undo();
    await expect(everything.getByText('Not undone')).toBeVisible();
    await expect(everything.getByText(`Version ${before + 4} is live now`)).toBeVisible();
    await expect(everything.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    expect((await invoke(customerApi, 'fresh')).body).toBe('fresh');
  });
  await everything.getByRole('button', { name: 'Close' }).last().click();

  await test.step('the version before can be looked at and brought back', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Import progress' }).click();
    await page
      .getByRole('dialog', { name: 'Import progress' })
      .getByRole('button', { name: 'Versions' })
      .click();
    const versions = page.getByRole('dialog', { name: 'Import versions' });
    await versions.getByRole('button', { name: 'View changes' }).nth(1).click();
    const objects = page.getByRole('dialog', { name: /objects$/ });
    await expect(objects.getByText('greet', { exact: true })).toBeVisible();
    await objects.getByRole('button', { name: 'Close' }).last().click();
    guard.expectFault(/500/);
    await page.route('**/backup/*/restore', (route) => route.fulfill({ status: 500, json: {} }));
    await versions.getByRole('button', { name: 'Restore service' }).nth(1).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    const failure = page.getByRole('alertdialog', { name: 'It is not known whether this was made live.' });
    await failure.getByRole('button', { name: 'Ok' }).click();
    await page.unroute('**/backup/*/restore');
    await versions.getByRole('button', { name: 'Restore service' }).nth(1).click();
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
    // Remove the failure first: the list is read again and again, and each failure would be shown again.
    await page.unroute('**/consolidated/log');
    await failure.getByRole('button', { name: 'Ok' }).click();
    await expect(logs.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
  });
});

test('push shows what it would write, writes branches, says what it did, and can be canceled', async ({
  page,
  git,
  guard,
  signedIn: person,
}) => {
  const repository = await git.makeRepository('push');
  await page.goto('/console/');
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Git Config Push' }).click();
  const dialog = page.getByRole('dialog', { name: 'Git configuration' });
  const preview = dialog.getByRole('region', { name: 'Files to be pushed' });
  const comparePush = () => dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  const push = () => preview.getByRole('button', { name: 'Push', exact: true }).click();

  await test.step('the first push', async () => {
    await comparePush();
    await expect(dialog.getByText('Please provide values in required fields.')).toBeVisible();
    await field(page, 'Repository URL').fill(git.urlOf(repository));
    await field(page, 'Username').fill(git.username);
    await field(page, 'Password').fill(git.password);
    await field(page, 'Commit message').fill('First export');
    await comparePush();
    await expect(preview).toContainText('files will be pushed to the new branch main.', { timeout: 30_000 });
    await expect(preview.getByRole('list', { name: 'Files of Functions' })).toContainText('functions/');
    expect(await repository.git('branch', '--list')).toBe('');
    await inspectPage(page, 'push-preview');
    // What was shown belongs to what was typed.
    await field(page, 'Commit message').fill('First export of all');
    await expect(preview).toBeHidden();
    await comparePush();
    await push();
    await expect(dialog.getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await repository.git('log', '-1', '--format=%s %an', 'main')).toContain('First export of all');
    expect(await repository.git('log', '-1', '--format=%ae', 'main')).toContain(person.email);
  });

  await test.step('nothing to push, a new branch, and a branch that moved', async () => {
    await comparePush();
    await expect(dialog.getByText('Nothing to push')).toBeVisible({ timeout: 30_000 });
    await expect(preview.getByRole('button', { name: 'Push', exact: true })).toBeHidden();

    const exchanged = await repository.git('rev-parse', 'main');
    await repository.commit({ 'content/theirs/work.js': '1;\n' });
    await dialog.getByText('Branch', { exact: true }).click();
    await field(page, 'Branch name').fill('release/1');
    await comparePush();
    await expect(preview).toContainText('which starts from the commit last exchanged', { timeout: 30_000 });
    await push();
    await expect(dialog.getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await repository.git('rev-parse', 'release/1')).toBe(exchanged);

    await repository.commit({ 'content/theirs/work.js': '1;\n' }, { branch: 'release/1' });
    await comparePush();
    await expect(preview.getByRole('status').filter({ hasText: 'Content will not be pushed' })).toContainText(
      'The remote has changed since the last pull: theirs/work.js. Pull and merge first, then push again.',
      { timeout: 30_000 },
    );
  });

  await test.step('a branch that moves after the preview', async () => {
    await field(page, 'Branch name').fill('release/2');
    await comparePush();
    await expect(preview).toContainText('the new branch release/2', { timeout: 30_000 });
    await repository.commit({ 'content/theirs/work.js': '2;\n' }, { branch: 'release/2' });
    await push();
    const results = dialog.getByRole('table', { name: 'Result for each service' });
    await expect(results.getByRole('row').filter({ hasText: 'Content' })).toContainText(
      'The remote has configuration that was never pulled: theirs/work.js.',
      { timeout: 30_000 },
    );
    await expect(results.getByRole('row').filter({ hasText: 'Functions' })).toContainText('OK');
  });

  await test.step('a host that says nothing', async () => {
    git.behave('silence', 'silent');
    await field(page, 'Repository URL').fill(git.urlOf('silence'));
    await comparePush();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: 'Preview', exact: true })).toBeEnabled();
    await expect(dialog.getByRole('alert')).toBeHidden();
  });

  await test.step('a push whose answer was lost is repeated, and made once', async () => {
    expect(guard.faults()).toEqual([]);
    guard.expectFault(/ERR_FAILED/);
    await field(page, 'Repository URL').fill(git.urlOf(await git.makeRepository('push-lost')));
    await field(page, 'Branch name').fill('release/3');
    await comparePush();
    await expect(preview).toContainText('the new branch release/3', { timeout: 30_000 });
    await page.route('**/git/config/push', loseResponse, { times: 1 });
    await push();
    const unknown = dialog.getByRole('alert');
    await expect(unknown).toContainText('It is not known whether the configuration was pushed.', {
      timeout: 30_000,
    });
    await unknown.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByText('the new branch release/3')).toBeVisible();
  });
});
