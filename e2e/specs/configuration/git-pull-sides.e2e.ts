import type { Page, Route } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { exportAsFiles, liveVersion, readLiveFile } from '../../support/live-configuration.ts';
import { counts, exchange, mergeDialog, openDiff, writeLive } from '../../support/merge-dialog.ts';
import { expect, test } from '../../support/test.ts';
import { choiceOf, chooseAll, chooseInViewMenu, submitAsked } from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });

const code = (first: string, last: string) =>
  `// ${first}\n${Array.from({ length: 20 }, (_, line) => `const line${line} = ${line};`).join('\n')}\nexport default () => '${last}';\n`;
/** Like no other file: what is like one that git deleted is the place it has moved to. */
const gone =
  'export default function gone(orders) {\n  return orders.filter(({ isPaid }) => isPaid).length;\n}\n';
const late = 'export default ({ lines }) => lines.map(({ sku }) => sku.toUpperCase()).sort();\n';
const shop = 'functions/shop';
const inGit = (name: string) => `hyper-dispatch/${shop}/${name}`;

const rowOf = (page: Page, name: string) => page.locator(`[data-row-key$="/${name}"]`);
const choice = (page: Page, name: string, label: string) => choiceOf(page, `${shop}/${name}`, label);
const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison' });
const summary = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });
const merged = (page: Page) => page.getByRole('main').getByText('Merged', { exact: true });

test('which side changed a file is told, and nothing made here is lost unasked', async ({
  page,
  context,
  git,
  guard,
  signedIn: _,
  customerApi,
}) => {
  const repository = await git.makeRepository('sides');
  const names = ['here', 'git', 'clean', 'conflict', 'old-name'].map((name) => `${name}.js`);
  await repository.commit({
    ...(await exportAsFiles(customerApi, 'hyper-dispatch')),
    ...Object.fromEntries(names.map((name) => [inGit(name), code(name, name)])),
    [inGit('gone.js')]: gone,
  });
  await exchange(customerApi, git, repository);
  for (const name of ['here', 'clean', 'conflict', 'old-name'].map((one) => `${one}.js`)) {
    await writeLive(customerApi, code('mine', name), name);
  }
  await repository.commit({
    [inGit('git.js')]: code('git.js', 'theirs'),
    [inGit('clean.js')]: code('clean.js', 'theirs'),
    [inGit('conflict.js')]: code('theirs', 'conflict.js'),
    [inGit('old-name.js')]: null,
    [inGit('new-name.js')]: code('old-name.js', 'theirs'),
    [inGit('gone.js')]: null,
    [inGit('broken.js')]: 'export default () => {\n  return ;;)\n};\n',
    'hyper-dispatch/functions/late/late.js': late,
    'hyper-dispatch/functions/skipped/skipped.js': 'export default () => null;\n',
  });
  const hidden = page.getByRole('checkbox', { name: 'Hide changes in metadata' });
  const before = await liveVersion(customerApi, 'hyper-dispatch');

  await test.step('nothing is said to be lost before it is known who changed what', async () => {
    const known = Promise.withResolvers<void>();
    await page.route('**/git/config/pull/*/bases', async (route) => {
      await known.promise;
      await route.continue();
    });
    await openDiff(page, git, customerApi, repository);
    await expect(rowOf(page, 'git.js')).toBeVisible();
    await expect(page.getByText('Checking for metadata-only differences …').first()).toBeVisible();
    await expect(page.getByText(/Discards/)).toHaveCount(0);
    await page.getByRole('button', { name: `For all files of ${shop}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Merge by side' })).toBeDisabled();
    await expect(page.getByRole('menuitem', { name: /^Keep what would be lost/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    known.resolve();
    await expect(summary(page, /Discards 3 changes made here\.$/)).toBeVisible();
    await page.unroute('**/git/config/pull/*/bases');
  });

  await test.step('a folder that is deselected takes no part', async () => {
    await page.getByRole('button', { name: 'Manifest' }).click();
    for (const folder of ['late', 'skipped'])
      await page.getByRole('checkbox', { name: `Select all files of functions/${folder}` }).uncheck();
    await page.getByRole('button', { name: 'Compare selected files' }).click();
    await expect(rowOf(page, 'git.js')).toBeVisible();
    await expect(rowOf(page, 'late.js')).toHaveCount(0);
  });

  await test.step('each row says who changed it', async () => {
    await expect(rowOf(page, 'here.js')).toContainText('Only here');
    await expect(rowOf(page, 'git.js')).toContainText('Only git');
    await expect(rowOf(page, 'clean.js')).toContainText('Both: merges cleanly');
    await expect(rowOf(page, 'conflict.js')).toContainText('Both: 1 conflict');
    await expect(rowOf(page, 'old-name.js')).toContainText('Moved');
    await expect(rowOf(page, 'old-name.js')).toContainText('Both: merges cleanly');
    await expect(rowOf(page, 'old-name.js')).toContainText('new-name.js');
    await expect(rowOf(page, 'new-name.js')).toHaveCount(0);
    await page.getByRole('button', { name: 'Only here 1' }).click();
    await expect(rowOf(page, 'git.js')).toHaveCount(0);
    await expect(
      page.getByRole('button', { name: 'For all 1 shown file of Functions', exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Only here 1' }).click();
  });

  await test.step('keys move, choose and compare', async () => {
    const files = page.getByRole('region', { name: 'Changed files' });
    await rowOf(page, 'broken.js').getByRole('button').click();
    await files.focus();
    for (let moves = 0; moves < 4; moves++) await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(rowOf(page, 'git.js')).toHaveAttribute('aria-current', 'true');
    for (const [key, label] of [
      ['l', 'Local'],
      ['m', 'Merge in local'],
      ['r', 'Remote'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(comparison(page).getByRole('radio', { name: label, exact: true })).toBeChecked();
    }
    await page.keyboard.press('Enter');
    await expect(comparison(page).getByRole('heading', { name: `${shop}/git.js` })).toBeFocused();
    await expect(comparison(page).locator('.cm-merge-b')).toContainText("'theirs'");
    await inspectPage(page, 'git-pull-compared');
    const search = page.getByRole('searchbox', { name: 'Search by name or folder' });
    await search.pressSequentially('jkl');
    await expect(search).toHaveValue('jkl');
    await search.fill('');
  });

  await test.step('what the presets discard is said at the file and counted in the bar', async () => {
    await expect(summary(page, /^Submit 7 changes to Functions:.*Discards 3/)).toBeVisible();
    await expect(await choice(page, 'here.js', 'Remote')).toBeChecked();
    await expect(comparison(page).getByText(/^Discards .*'s change of \d/)).toBeVisible();
    await chooseInViewMenu(page, 'Start with Merge by side');
    await hidden.check();
    await expect(await choice(page, 'here.js', 'Local')).toBeChecked();
    await page.reload();
    await expect(hidden).toBeChecked();
    await expect(await choice(page, 'here.js', 'Local')).toBeChecked();
    await chooseInViewMenu(page, 'Start with Merge by side');
    await expect(summary(page, /Discards 3 changes made here\.$/)).toBeVisible();
    await inspectPage(page, 'git-pull-sides');
    await chooseAll(page, 'Merge by side');
    await expect(await choice(page, 'here.js', 'Local')).toBeChecked();
    await expect(await choice(page, 'clean.js', 'Merge in local')).toBeChecked();
    await expect(comparison(page)).toContainText('Merged automatically');
    await expect(rowOf(page, 'conflict.js')).toContainText('To be decided');
    await expect(page.getByText(/Discards/)).toHaveCount(0);
  });

  await test.step('Submit leads to what has to be decided', async () => {
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(rowOf(page, 'conflict.js')).toBeVisible();
    await expect(rowOf(page, 'git.js')).toHaveCount(0);
    await expect(rowOf(page, 'clean.js')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Changed files' })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'conflict.js, Changed' })).toContainText(
      'To be decided',
    );
    await (await choice(page, 'conflict.js', 'Remote')).check();
    await expect(page.getByRole('button', { name: '1 conflict to decide' })).toHaveCount(0);
    await page.getByRole('button', { name: 'To be decided 1' }).click();
  });

  const other = await context.newPage();
  await test.step('another tab with the same pull has the same choices, after a reload too', async () => {
    await other.goto(page.url());
    await expect(await choice(other, 'conflict.js', 'Remote')).toBeChecked();
    await (await choice(other, 'git.js', 'Merge in local')).check();
    await expect(await choice(page, 'git.js', 'Merge in local')).toBeChecked();
    await (await choice(page, 'git.js', 'Remote')).check();
    await other.reload();
    await expect(await choice(other, 'git.js', 'Remote')).toBeChecked();
    await expect(await choice(other, 'clean.js', 'Merge in local')).toBeChecked();
  });

  await test.step('deletions, discards and faults are asked about by name, and then live', async () => {
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Submit these changes?' });
    await expect(question.getByRole('table', { name: '1 file will be deleted' })).toContainText('gone.js');
    await expect(question.getByRole('table', { name: /^Changes made here to 1 file/ })).toContainText(
      'conflict.js',
    );
    await expect(question.getByRole('table', { name: /cannot be parsed/ })).toContainText(
      'broken.js: line 2',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await liveVersion(customerApi, 'hyper-dispatch')).toBe(before);
    await submitAsked(page);
    await expect(page.getByText(`Version ${before + 1} of Functions is live`)).toBeVisible();
    await expect(merged(page)).toBeVisible();
    await expect(page.getByText(`3 of`)).toContainText(`version ${before + 1}`);
    await expect(merged(other)).toBeVisible();
    await other.close();
    const read = (name: string) => readLiveFile(customerApi, 'hyper-dispatch', `${shop}/${name}`);
    expect(await read('clean.js')).toBe(code('mine', 'theirs'));
    expect(await read('new-name.js')).toBe(code('mine', 'theirs'));
    expect(await read('here.js')).toBe(code('mine', 'here.js'));
    expect(await read('conflict.js')).toBe(code('theirs', 'conflict.js'));
  });

  await test.step('what was left out is no more than that: selected now, it is submitted', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('checkbox', { name: 'Select all files of functions/late' }).check();
    await page.getByRole('button', { name: 'Compare selected files' }).click();
    await expect(rowOf(page, 'late.js')).toBeVisible();
    await expect(merged(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(merged(page)).toBeVisible();
    expect(await readLiveFile(customerApi, 'hyper-dispatch', 'functions/late/late.js')).toBe(late);
  });

  await test.step('what is selected late and all skipped is submitted too: it was decided about', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('checkbox', { name: 'Select all files of functions/skipped' }).check();
    await page.getByRole('button', { name: 'Compare selected files' }).click();
    await (await choiceOf(page, 'functions/skipped/skipped.js', 'Skip')).check();
    await expect(merged(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(merged(page)).toBeVisible();
  });

  await test.step('the same commit pulled again does not ask again', async () => {
    await openDiff(page, git, customerApi, repository);
    await expect(hidden, 'it is not only of the other pull').toBeChecked();
    await hidden.uncheck();
    for (const name of ['here.js', 'clean.js']) {
      await expect(await choice(page, name, 'Local')).toBeChecked();
      await expect(comparison(page)).toContainText('Kept before');
    }
    await rowOf(page, 'skipped.js').getByRole('button').click();
    await expect(comparison(page)).toContainText('Kept before');
    await expect(page.getByText('Nothing to change.')).toBeVisible();
  });

  await test.step('Undo brings the version before back, and what was chosen', async () => {
    await (await choice(page, 'here.js', 'Remote')).check();
    await submitAsked(page);
    await expect(merged(page)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    await expect(await choice(page, 'here.js', 'Remote')).toBeChecked();
    expect(await readLiveFile(customerApi, 'hyper-dispatch', `${shop}/here.js`)).toBe(
      code('mine', 'here.js'),
    );
  });

  await test.step('after Undo it is told again that git changed it, and that it is not submitted', async () => {
    await repository.commit({ [inGit('git.js')]: code('git.js', 'again') });
    await openDiff(page, git, customerApi, repository);
    await expect(rowOf(page, 'git.js')).toContainText('Only git');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(merged(page)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    await expect(rowOf(page, 'git.js')).toContainText('Only git');
    await expect(page.getByText(/Discards/)).toHaveCount(0);
    await chooseAll(page, 'Merge by side');
    await expect(await choice(page, 'git.js', 'Remote')).toBeChecked();
    await expect(page.getByText(/^Submit 1 change to Functions/)).toBeVisible();
    await (await choice(page, 'git.js', 'Local')).check();
    await expect(merged(page)).toHaveCount(0);
  });

  await test.step('what could not be found out is told, and tried again', async () => {
    expect(guard.faults()).toEqual([]);
    guard.expectFault(/503/);
    const carried = code('clean.js', 'theirs').replace('line10 = 10', 'line10 = 11');
    await repository.commit({
      [inGit('clean.js')]: null,
      'hyper-dispatch/functions/carried/clean.js': carried,
    });
    const [bases, examine, base] = ['pull/*/bases', 'examine', 'base'].map(
      (path) => `**/git/config/${path}`,
    ) as [string, string, string];
    const beBusy = (route: Route) => route.fulfill({ status: 503, json: { message: 'Busy' } });
    for (const path of [bases, examine, base]) await page.route(path, beBusy);
    await openDiff(page, git, customerApi, repository);
    const sides = page.getByRole('alert').filter({ hasText: 'Could not determine who changed what' });
    const contents = page
      .getByRole('alert')
      .filter({ hasText: 'Could not determine which files were moved' });
    await expect(sides).toBeVisible();
    await expect(contents).toBeVisible();
    await page.unroute(bases);
    await page.unroute(examine);
    await sides.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, 'clean.js')).toHaveCount(1);
    await expect(rowOf(page, 'clean.js')).toContainText('Both: merges cleanly');
    await expect(sides).toHaveCount(0);
    await expect(contents).toHaveCount(0);
    await rowOf(page, 'clean.js').getByRole('button').click();
    await page.getByRole('button', { name: `Merge ${shop}/clean.js` }).click();
    const dialog = mergeDialog(page, `${shop}/clean.js`);
    await expect(dialog.getByText('The base version could not be read.')).toBeVisible();
    await page.unroute(base);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(counts(dialog)).toBeVisible();
  });
});
