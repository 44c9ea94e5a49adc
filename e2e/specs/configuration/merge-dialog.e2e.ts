import { inspectPage } from '../../support/accessibility.ts';
import { draftsOf } from '../../support/drafts.ts';
import { readLiveFile } from '../../support/live-configuration.ts';
import {
  counts,
  local,
  merged,
  mergedByYou,
  openConflict,
  openDiff,
  openMerge,
  path,
  pullConflict,
  remote,
  source,
  state,
  writeLive,
} from '../../support/merge-dialog.ts';
import { expect, test } from '../../support/test.ts';
import { confirmManifest, pull } from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });

test('resolves conflicts by every choice, by keys and by hand, and submits the result', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  const dialog = await openConflict(page, git, customerApi, 'merge-choices');
  await expect(counts(dialog)).toHaveText('2 conflicts left · 2 changes');
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await expect(dialog.getByText('2 conflicts are still open.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Local' })).toContainText('version');
  await expect(dialog.getByRole('region', { name: 'Remote' })).toContainText('commit');

  await test.step('next conflict is announced, and choices are single steps of undo', async () => {
    await page.keyboard.press('F7');
    await expect(
      dialog.getByText('Conflict 1 of 2, local changes 1 line, remote changes 1 line'),
    ).toBeAttached();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(counts(dialog)).toHaveText('1 conflict left · 2 changes');
    await expect(state(dialog, 'remote · Conflict 1 of 2')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(state(dialog, 'local · Conflict 1 of 2')).toBeVisible();
    await page.keyboard.press('Alt+b');
    await expect(state(dialog, 'local, then remote · Conflict 1 of 2')).toBeVisible();
    await expect(dialog.getByText('Conflict 1 of 2, local, then remote', { exact: true })).toBeAttached();
    await merged(dialog).press('Control+z');
    await expect(state(dialog, 'local · Conflict 1 of 2')).toBeVisible();
    await merged(dialog).press('Control+z');
    await merged(dialog).press('Control+z');
    await expect(counts(dialog)).toHaveText('2 conflicts left · 2 changes');
    await merged(dialog).press('Control+y');
    await expect(state(dialog, 'remote · Conflict 1 of 2')).toBeVisible();
  });

  await test.step('typing in a region makes it by hand; elsewhere it makes one of its own', async () => {
    await page.keyboard.press('F7');
    await page.keyboard.press('End');
    await page.keyboard.type(' // decided');
    await expect(state(dialog, 'edited · Conflict 2 of 2')).toBeVisible();
    await expect(counts(dialog)).toHaveText('all conflicts resolved · 2 changes');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// the end');
    await expect(counts(dialog)).toHaveText('all conflicts resolved · 3 changes');
  });

  await test.step('a preview shows local and the result; then it is stored as a choice', async () => {
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.locator('.cm-merge-a')).toContainText("const line10 = 'local';");
    await expect(dialog.locator('.cm-merge-b')).toContainText("const line10 = 'remote';");
    await dialog.getByRole('button', { name: 'Back to merging' }).click();
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(mergedByYou(page)).toBeVisible();
  });

  await test.step('what was merged is what becomes live', async () => {
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
    expect(await readLiveFile(customerApi, 'hyper-dispatch', path)).toBe(
      `${source(
        [10, "const line10 = 'remote';"],
        [30, 'const line30 = 300;'],
        [40, 'const line40 = 400;'],
        [50, 'const line50 = 50; // decided'],
      )}// the end`,
    );
  });
});

test('a draft is kept, offered again, and merged on top when a side moved', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  const repository = await pullConflict(page, git, customerApi, 'merge-draft');
  let dialog = await openMerge(page);
  await dialog.getByRole('button', { name: 'Apply Remote for the whole file' }).click();
  await expect(counts(dialog)).toHaveText('all conflicts resolved · 2 changes');
  await expect.poll(() => draftsOf(page, 'merge')).toContain('"state":"remote"');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(mergedByYou(page)).toHaveCount(0);

  await page.reload();
  dialog = await openMerge(page);
  await expect(counts(dialog)).toHaveText('2 conflicts left · 2 changes');
  await dialog.getByRole('button', { name: 'Continue with the draft' }).click();
  await expect(counts(dialog)).toHaveText('all conflicts resolved · 2 changes');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).last().click();

  await writeLive(customerApi, local.replace('const line0 = 0;', 'const line0 = 1;'));
  await page.reload();
  dialog = await openMerge(page);
  await dialog.getByRole('button', { name: 'Merge the draft on top' }).click();
  await expect(dialog.getByRole('region', { name: 'Your draft' })).toBeVisible();
  await expect(merged(dialog)).toContainText('const line0 = 1;');
  await expect(merged(dialog)).toContainText("const line10 = 'remote';");

  // What is saved now belongs to the three sides of this merge; when reopened, it must not be applied to others.
  await merged(dialog).press('Control+End');
  await page.keyboard.type('// on top');
  await expect.poll(() => draftsOf(page, 'merge')).toContain('// on top');
  const before = await counts(dialog).textContent();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  dialog = await openMerge(page);
  await dialog.getByRole('button', { name: 'Continue with the draft' }).click();
  await expect(dialog.getByRole('region', { name: 'Your draft' })).toBeVisible();
  await expect(counts(dialog)).toHaveText(before ?? '');
  await expect(merged(dialog)).toContainText('const line0 = 1;');
  await expect(merged(dialog)).toContainText("const line10 = 'remote';");

  // Another commit is another pull: the draft is offered there too, and what remote changed is merged into it.
  const laterRemote = remote.replace('const line20 = 20;', 'const line20 = 2000;');
  await repository.commit({ [`hyper-dispatch/${path}`]: laterRemote });
  await openDiff(page, git, customerApi, repository);
  dialog = await openMerge(page);
  await expect(dialog.getByText(/but remote has changed since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge the draft on top' }).click();
  await expect(dialog.getByRole('region', { name: 'Your draft' })).toBeVisible();
  await expect(merged(dialog)).toContainText('const line20 = 2000;');
  await expect(merged(dialog)).toContainText('const line0 = 1;');
  // Far down: only lines near those in view are drawn.
  await merged(dialog).press('Control+End');
  await expect(merged(dialog)).toContainText('// on top');
  await expect(dialog.getByText('Ready to submit.')).toBeVisible();

  // Stored as a choice it is not live: the next pull has to offer it, too, until it is submitted.
  await merged(dialog).press('Control+Enter');
  await expect(mergedByYou(page)).toBeVisible();
  await repository.commit({
    [`hyper-dispatch/${path}`]: laterRemote.replace('line25 = 25', 'line25 = 2500'),
  });
  await openDiff(page, git, customerApi, repository);
  dialog = await openMerge(page);
  await dialog.getByRole('button', { name: 'Merge the draft on top' }).click();
  await expect(merged(dialog)).toContainText('const line25 = 2500;');
  await merged(dialog).press('Control+Enter');
  await expect(mergedByYou(page)).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
  expect(await readLiveFile(customerApi, 'hyper-dispatch', path)).toContain('// on top');
  await repository.commit({ [`hyper-dispatch/${path}`]: remote });
  await openDiff(page, git, customerApi, repository);
  dialog = await openMerge(page);
  await expect(dialog.getByText(/You have a draft/)).toHaveCount(0);
});

test('without a base every difference is yours to decide; the list view has radio buttons', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  await writeLive(customerApi, local);
  const repository = await git.makeRepository('merge-two-way');
  await repository.commit({ [`hyper-dispatch/${path}`]: remote });
  await page.goto('/console/git-pull');
  await pull(page, git, repository);
  await confirmManifest(page);
  const dialog = await openMerge(page);
  await expect(dialog.getByText(/Every difference is yours to decide/)).toBeVisible();
  await expect(counts(dialog)).toHaveText('4 differences left · 0 changes');
  await inspectPage(page, 'merge-dialog');

  await dialog.getByRole('button', { name: 'Show the list of changes' }).click();
  await dialog
    .getByRole('group', { name: 'Choice for Difference 1 of 4' })
    .getByRole('radio', { name: 'Remote', exact: true })
    .check();
  await expect(counts(dialog)).toHaveText('3 differences left · 0 changes');
  await dialog.getByRole('button', { name: 'Show the panes' }).click();

  await test.step('portrait, folds and markers', async () => {
    await dialog.getByRole('button', { name: 'Portrait layout' }).click();
    await expect(merged(dialog)).toBeVisible();
    await dialog.getByRole('button', { name: 'Landscape layout' }).click();
    await dialog.getByRole('button', { name: 'Keep Local for the whole file' }).click();
    await expect(dialog.getByText('Ready to submit.')).toBeVisible();
    await merged(dialog).press('Control+End');
    await page.keyboard.type('<<<<<<< local');
    await expect(dialog.getByText(/Remove the conflict marker in line/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await merged(dialog).press('Control+z');
    await dialog.getByRole('button', { name: 'Reset for the whole file' }).click();
    await expect(counts(dialog)).toHaveText('4 differences left · 0 changes');
  });
});
