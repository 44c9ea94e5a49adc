import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { draftsOf } from '../../support/drafts.ts';
import { exportAsFiles, invoke, liveVersion } from '../../support/live-configuration.ts';
import { signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';
import {
  choiceOf,
  choicesOf,
  chooseAll,
  chooseInViewMenu,
  confirmManifest,
  fileRow,
  openGitPull,
  pull,
  showFile,
  submitAsked,
} from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });

const answer = (text: string) => `export default function answer() {\n  return { text: '${text}' };\n}\n`;
const folder = 'hyper-dispatch/functions/shop';

const merged = (page: Page) => page.getByRole('main').getByText('Merged', { exact: true });

test('choices, the step and the pull survive a reload, a lost connection and a sign-in', async ({
  page,
  git,
  guard,
  signedIn: person,
  customerApi,
}) => {
  const repository = await git.makeRepository('reload');
  const live = await exportAsFiles(customerApi, 'hyper-dispatch');
  const files = ['a', 'b', 'c'].map((name) => [`${folder}/${name}.js`, answer(name)]);
  const content = await exportAsFiles(customerApi, 'content');
  await repository.commit({ ...live, ...content, ...Object.fromEntries(files) });
  await page.goto('/console/');
  await openGitPull(page);
  await pull(page, git, repository);
  await expect(page.getByText(/^3 of \d+ files differ from the live ones\.$/)).toBeVisible();
  const manifest = page.getByRole('table', { name: 'Files of Functions' });
  await expect(manifest).toHaveAttribute('aria-rowcount', '4');
  await inspectPage(page, 'git-pull-manifest');
  const contentFiles = page.getByRole('table', { name: 'Files of Content' });
  await expect(contentFiles).toHaveCount(0);
  const same = page.getByRole('region', { name: 'Content' });
  await expect(same).toContainText(/All \d+ files are the same as the live ones\./);
  await same.getByRole('button', { name: 'Show them' }).click();
  await expect(contentFiles).toBeVisible();
  await page.getByRole('checkbox', { name: 'Show only the 3 files that differ' }).uncheck();
  await expect(manifest).not.toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('searchbox', { name: 'Search in Functions' }).fill('functions/shop');
  await page.getByRole('checkbox', { name: 'Select functions/shop/b.js' }).uncheck();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Select functions/shop/b.js' })).not.toBeChecked();
  await confirmManifest(page);
  await expect(fileRow(page, 'functions/shop/a.js')).toBeVisible();
  await expect(fileRow(page, 'functions/shop/b.js')).toHaveCount(0);
  await expect(await choiceOf(page, 'functions/shop/a.js', 'New')).toBeChecked();
  await (await choiceOf(page, 'functions/shop/a.js', 'Skip')).check();
  await expect.poll(() => draftsOf(page, 'pull')).toContain('"functions/shop/a.js":{"choice":"local"}');
  await page.reload();
  await expect(await choiceOf(page, 'functions/shop/a.js', 'Skip')).toBeChecked();
  await inspectPage(page, 'git-pull-diff');

  await test.step('two tabs of one pull know what is decided in the other', async () => {
    const skip = (tab: Page, path: string) => choiceOf(tab, path, 'Skip');
    const other = await page.context().newPage();
    await other.goto(page.url());
    const skipA = await skip(other, 'functions/shop/a.js');
    await expect(skipA).toBeChecked();
    await (await choiceOf(page, 'functions/shop/a.js', 'New')).check();
    await expect(skipA).not.toBeChecked();
    await (await skip(page, 'functions/shop/a.js')).check();
    await (await skip(other, 'functions/shop/c.js')).check();
    await expect(await skip(page, 'functions/shop/c.js')).toBeChecked();
    await expect.poll(() => draftsOf(page, 'pull')).toContain('"functions/shop/c.js":{"choice":"local"}');
    await other.reload();
    for (const path of ['functions/shop/a.js', 'functions/shop/c.js'])
      await expect(await skip(other, path)).toBeChecked();
    await other.close();
  });

  await test.step('the connection is lost while submitting', async () => {
    guard.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('It is not known whether this was submitted.').first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('button', { name: 'Resubmit' }).first()).toBeVisible();
  });

  await test.step('somebody must sign in again', async () => {
    guard.expectFault(/401/);
    await page.context().clearCookies();
    await page.reload();
    await expect(page).toHaveURL(/\/console\/login\?next=/);
    await signInByForm(page, person);
    await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible();
    await expect(await choiceOf(page, 'functions/shop/a.js', 'Skip')).toBeChecked();
  });

  const before = await liveVersion(customerApi, 'hyper-dispatch');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(merged(page).first()).toBeVisible();
  expect(await liveVersion(customerApi, 'hyper-dispatch')).toBe(before);
});

test('every type of change, bulk actions, search, metadata, and a moved file', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  const repository = await git.makeRepository('types');
  const live = await exportAsFiles(customerApi, 'hyper-dispatch');
  const start = {
    ...live,
    [`${folder}/changed.js`]: answer('before'),
    [`${folder}/changed.meta.js`]: 'export default {\n  tags: ["one"],\n};\n',
    [`${folder}/gone.js`]: answer('gone'),
    [`${folder}/goes.js`]: answer('goes elsewhere'),
  };
  await repository.commit(start);
  await page.goto('/console/git-pull');
  await pull(page, git, repository);
  await confirmManifest(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(merged(page).first()).toBeVisible();

  await repository.commit({
    [`${folder}/changed.js`]: answer('after'),
    [`${folder}/changed.meta.js`]: 'export default {\n  tags: ["two"],\n};\n',
    [`${folder}/gone.js`]: null,
    [`${folder}/goes.js`]: null,
    'hyper-dispatch/functions/other/goes.js': answer('goes elsewhere'),
    // Alike, it would be gone.js under another name.
    'hyper-dispatch/functions/other/fresh.js': 'export default () => new Date().toISOString();\n',
  });
  // Without a reload: the comparison is made with what is live after the first submit.
  await openGitPull(page);
  await pull(page, git, repository);
  await confirmManifest(page);

  const expected = {
    'functions/shop/changed.js': ['Remote', 'Local', 'Merge in local', 'Merge in remote'],
    'functions/shop/gone.js': ['Delete', 'Local'],
    'functions/shop/goes.js': ['Move', 'Skip'],
    'functions/other/fresh.js': ['New', 'Skip'],
  };
  for (const [path, labels] of Object.entries(expected)) {
    await showFile(page, path);
    const radios = choicesOf(page, path).getByRole('radio');
    await expect(radios).toHaveCount(labels.length);
    for (const label of labels) {
      await expect(choicesOf(page, path).getByRole('radio', { name: label, exact: true })).toHaveCount(1);
    }
    await expect(radios.first()).toBeChecked();
  }

  const checked = async (path: string, label: string) =>
    expect(await choiceOf(page, path, label)).toBeChecked();
  await chooseAll(page, 'Keep LOCAL');
  await checked('functions/shop/goes.js', 'Skip');
  await chooseAll(page, 'Merge into REMOTE', 'functions/shop');
  await checked('functions/shop/changed.js', 'Merge in remote');
  await checked('functions/shop/gone.js', 'Delete');
  await checked('functions/other/fresh.js', 'Skip');
  await chooseAll(page, 'Apply REMOTE');

  const search = page.getByRole('searchbox', { name: 'Search by name or folder' });
  await search.fill('/^FRESH/');
  await expect(fileRow(page, 'functions/shop/changed.js')).toHaveCount(0);
  await expect(choicesOf(page, 'functions/other/fresh.js')).toHaveCount(1);
  await search.fill('/(/');
  await expect(fileRow(page, 'functions/other/fresh.js')).toHaveCount(0);
  await search.fill('');

  await expect(fileRow(page, 'functions/shop/changed.meta.js')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Hide changes in metadata' }).check();
  await expect(fileRow(page, 'functions/shop/changed.meta.js')).toHaveCount(0);
  await (await choiceOf(page, 'functions/shop/changed.js', 'Local')).check();
  await page.getByRole('checkbox', { name: 'Hide changes in metadata' }).uncheck();
  await checked('functions/shop/changed.meta.js', 'Local');
  await chooseInViewMenu(page, 'List');
  await inspectPage(page, 'git-pull-diff-list');
  await (await choiceOf(page, 'functions/shop/changed.js', 'Remote')).check();

  await submitAsked(page);
  await expect(merged(page).first()).toBeVisible();
  expect((await invoke(customerApi, 'shop/changed')).body).toEqual({ text: 'after' });
  expect((await invoke(customerApi, 'shop/goes')).status).toBe(404);
  expect((await invoke(customerApi, 'shop/gone')).status).toBe(404);
  expect((await invoke(customerApi, 'other/goes')).body).toEqual({ text: 'goes elsewhere' });
});
