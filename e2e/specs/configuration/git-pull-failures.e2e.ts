import type { Page, Route } from '@playwright/test';
import { field, loseResponse } from '../../support/forms.ts';
import { exportAsFiles, liveVersion, readLiveFile } from '../../support/live-configuration.ts';
import {
  exchange,
  mergeDialog,
  openDiff,
  openMerge,
  path,
  source,
  writeLive,
} from '../../support/merge-dialog.ts';
import { signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';
import { choiceOf, choicesOf, enterConnection, showFile, submitAsked } from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });

const line = (text: string) => source([10, `const line10 = '${text}';`]);

/** Makes calls of the browser fail until it is stopped. */
async function failCalls(page: Page, url: string, message: string): Promise<() => Promise<void>> {
  await page.route(url, (route) => route.fulfill({ status: 500, json: { message } }));
  return () => page.unroute(url);
}

test('a pull is canceled, branches are loaded, and an older commit is pulled', async ({
  page,
  git,
  signedIn: _,
}) => {
  const repository = await git.makeRepository('branch-and-commit');
  const first = await repository.commit({ 'hyper-dispatch/functions/first.js': '1;\n' });
  await repository.commit({ 'hyper-dispatch/functions/second.js': '2;\n' });
  await repository.git('branch', 'release/1');
  await repository.git('tag', 'v1');
  await page.goto('/console/git-pull');
  const pullButton = page.getByRole('main').getByRole('button', { name: 'Pull' });

  git.behave('silence', 'silent');
  await enterConnection(page, git, 'silence');
  await pullButton.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(pullButton).toBeEnabled();

  await field(page, 'Repository URL').fill(git.urlOf(repository));
  await page.getByText('Branch', { exact: true }).click();
  await page.getByRole('button', { name: 'Load branches' }).click();
  const branches = page.getByRole('combobox', { name: 'Branch name' });
  await expect(branches.getByRole('option')).toHaveText([
    'The default branch',
    'main (default)',
    'release/1',
    'v1 (tag)',
  ]);
  await branches.selectOption('release/1');
  await pullButton.click();
  await expect(page.getByText('second.js', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Branch release/1 at commit')).toBeVisible();

  await page.goto('/console/git-pull');
  await enterConnection(page, git, repository);
  await page.getByText('Revert to commit sha', { exact: true }).click();
  await field(page, 'Commit sha').fill(first.slice(0, 12));
  await pullButton.click();
  // The whole phrase: the short id is in the table too, once the last commits have loaded.
  await expect(page.getByText(`at commit ${first.slice(0, 10)} of`)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('first.js', { exact: true })).toBeVisible();
  await expect(page.getByText('second.js', { exact: true })).toHaveCount(0);

  await test.step('contents that could not be read are told, with the way to pull again', async () => {
    const commits = '**/git/config/pull/*/commits';
    await page.route(commits, async (route) => {
      const response = await route.fetch();
      const failed = { contents: 'FAILED', contentsError: 'The git host cannot be reached.' };
      await route.fulfill({ response, json: { ...(await response.json()), ...failed } });
    });
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'The git host cannot be reached.' });
    await expect(alert).toContainText('The contents of the changed files could not be read');
    await page.getByRole('button', { name: 'Compare selected files' }).click();
    await expect(page).toHaveURL(/step=diff/);
    await expect(alert).toContainText('The contents of the changed files could not be read');
    await page.unroute(commits);
    await alert.getByRole('button', { name: 'Pull again' }).click();
    await expect(pullButton).toBeVisible();
  });
});

test('a service that cannot be read, a live file that moves after its merge, and a failing submit', async ({
  page,
  git,
  guard,
  signedIn: person,
  customerApi,
}) => {
  guard.expectFault(/500|401|ERR_FAILED/);
  const repository = await git.makeRepository('failures');
  await repository.commit({ [`hyper-dispatch/${path}`]: line('base') });
  await exchange(customerApi, git, repository);
  await writeLive(customerApi, line('local'));
  const content = await exportAsFiles(customerApi, 'content');
  const changed = Object.keys(content).find((name) => !name.endsWith('.meta.js')) ?? '';
  await repository.commit({
    ...content,
    [changed]: `${String(content[changed])}// changed\n`,
    [`hyper-dispatch/${path}`]: line('remote'),
  });
  const metadata = '**/services/content/export/metadata*';
  const readContent = await failCalls(page, metadata, 'Out of order');
  await openDiff(page, git, customerApi, repository);
  const main = page.getByRole('main');

  await test.step('a service that cannot be read is ignored after a question', async () => {
    await expect(main.getByText('Could not fetch metadata, response status: 500')).toBeVisible();
    await main.getByRole('button', { name: 'Ignore' }).click();
    const question = page.getByRole('alertdialog', { name: 'Ignore service' });
    await expect(question).toContainText('Are you sure you want to ignore Content?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(main.getByText('Could not fetch metadata, response status: 500')).toBeVisible();
  });

  await test.step('a source that cannot be read is told', async () => {
    const readFile = await failCalls(page, '**/git/config/file', 'Out of order');
    await page.reload();
    await showFile(page, path);
    await page.getByRole('button', { name: `Compare ${path}` }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Could not fetch file source')).toBeVisible({ timeout: 20_000 });
    await readFile();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('what was merged by hand survives a reload and a sign-in', async () => {
    await openMerge(page);
    await page.keyboard.press('F7');
    await page.keyboard.press('Alt+ArrowRight');
    await mergeDialog(page).getByRole('button', { name: 'Submit' }).click();
    await expect(main.getByText('Merged by you')).toBeVisible();
    await page.reload();
    await showFile(page, path);
    await expect(main.getByText('Merged by you')).toBeVisible();
    await page.context().clearCookies();
    await page.reload();
    await signInByForm(page, person);
    await showFile(page, path);
    await expect(main.getByText('Merged by you')).toBeVisible();
  });

  await test.step('nothing goes live for tests that wait for a service', async () => {
    const before = await liveVersion(customerApi, 'hyper-dispatch');
    await main.getByRole('button', { name: 'Submit & Run Tests' }).click();
    await expect(main.getByText(/^Retry or ignore the services that could not be loaded/)).toBeVisible();
    expect(await liveVersion(customerApi, 'hyper-dispatch')).toBe(before);
    await main.getByRole('button', { name: 'Ignore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ignore' }).click();
    await expect(main.getByText('Ignored: no changes to this service will be submitted.')).toBeVisible();
  });

  await test.step('files that moved are named, and no tests are run', async () => {
    await writeLive(customerApi, line('faster'));
    await main.getByRole('button', { name: 'Submit & Run Tests' }).click();
    await expect(main.getByRole('listitem').filter({ hasText: path })).toBeVisible();
    // The same would only be refused again.
    await expect(main.getByRole('button', { name: 'Compare again' })).toBeVisible();
    await main.getByRole('button', { name: 'Resubmit' }).click();
    const live = await liveVersion(customerApi, 'hyper-dispatch');
    await expect(main.getByText(`Compared again with version ${live}.`)).toBeVisible();
    await expect(main.getByText('Live file changed: merge again')).toBeVisible();
    await main.getByRole('button', { name: 'Submit & Run Tests' }).click();
    await expect(
      main.getByText(`The live configuration changed after ${path} was merged. Merge again.`),
    ).toBeVisible();
    await expect(main.getByText(/^Some services could not be submitted/)).toBeVisible();
    expect(await readLiveFile(customerApi, 'hyper-dispatch', path)).toBe(line('faster'));
  });

  await test.step('a submit that failed is sent again', async () => {
    await (await choiceOf(page, path, 'Remote')).check();
    const submit = await failCalls(page, '**/git/config/submissions', 'Out of order');
    await submitAsked(page, 'Resubmit');
    await expect(main.getByText('Out of order')).toBeVisible();
    await submit();
    const before = await liveVersion(customerApi, 'hyper-dispatch');
    const confirm = '**/git/config/submissions';
    // Until it is sent again, the page does not hear that it is live.
    const heard = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await heard.promise;
      await route.continue();
    };
    await page.route('**/services/hyper-dispatch/export/metadata*', hold);
    await page.route(/\/git\/config\/pull\/[^/]+$/, hold);
    await page.route(confirm, loseResponse, { times: 1 });
    await submitAsked(page, 'Resubmit');
    await expect(main.getByText('Cannot reach the server.')).toBeVisible();
    await expect(main.getByText('It is not known whether this was submitted.')).toBeVisible();
    await submitAsked(page, 'Resubmit');
    heard.resolve();
    await expect(main.getByText('Merged', { exact: true })).toHaveCount(1);
    await expect(main.getByText(`Version ${before + 1} of Functions is live`)).toBeVisible();
    expect(await readLiveFile(customerApi, 'hyper-dispatch', path)).toBe(line('remote'));
  });

  await test.step('a submit whose answer was lost is found live by the page, with its undo', async () => {
    await main.getByRole('button', { name: 'Undo' }).click();
    await expect(main.getByText('Undone', { exact: true })).toBeVisible();
    const before = await liveVersion(customerApi, 'hyper-dispatch');
    await page.route('**/git/config/submissions', loseResponse, { times: 1 });
    await submitAsked(page);
    await expect(main.getByText(`Version ${before + 1} of Functions is live`)).toBeVisible();
    await expect(main.getByRole('button', { name: 'Undo' })).toBeEnabled();
    expect(await readLiveFile(customerApi, 'hyper-dispatch', path)).toBe(line('remote'));
  });

  await test.step('an ignored service is tried again, and its own default for a folder counts', async () => {
    await readContent();
    const [, ...parts] = changed.split('/');
    await page.route(metadata, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      const defaultActions = { [parts[0] ?? '']: { CHANGED: 'local' } };
      await route.fulfill({ response, json: { ...answer, defaultActions } });
    });
    await main.getByRole('button', { name: 'Retry' }).click();
    await showFile(page, parts.join('/'), 'content');
    await expect(
      choicesOf(page, parts.join('/')).getByRole('radio', { name: 'Local', exact: true }),
    ).toBeChecked();
    await main.getByRole('button', { name: 'Submit & Run Tests' }).click();
    await expect(page.getByRole('heading', { name: 'Test Runner' })).toBeVisible();
    expect(await readLiveFile(customerApi, 'content', parts.join('/'))).toBe(content[changed]);
    // The page reads the metadata again after the submit; the test doesn't wait for that.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
