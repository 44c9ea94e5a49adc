import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import type { GitRemote } from '../../support/git-remote.ts';
import { saveScreenshot } from '../../support/looks.ts';
import { expect, test } from '../../support/test.ts';
import {
  choiceOf,
  chooseAll,
  confirmManifest,
  enterConnection,
  openGitPull,
  pull,
} from '../../support/wizard.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Your work/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Your work' });
const rows = (page: Page) => panel(page).getByRole('list', { name: 'Your work' }).getByRole('listitem');

/** Starts a pull that does not come to its end, and goes to the overview. */
async function leavePull(page: Page, git: GitRemote, name: string): Promise<void> {
  git.behave(name, 'silent');
  await openGitPull(page);
  await enterConnection(page, git, name);
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  await expect(page.getByText("The bell at the top shows when it's done")).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
  await expect(bell(page)).toHaveAccessibleName('Your work: 1 running', { timeout: 30_000 });
}

test('what takes a while can be left, and the bell leads back to it', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  const repository = await git.makeRepository('left-pull');
  await repository.commit({ 'hyper-dispatch/functions/first.js': '1;\n' });
  await page.goto('/console/');

  await test.step('before anything was started, the panel says what will be in it', async () => {
    await expect(bell(page)).toHaveAccessibleName('Your work');
    await bell(page).click();
    await expect(panel(page)).toContainText('No data to display');
    await inspectPage(page, 'work-empty');
    await page.keyboard.press('Escape');
    await expect(bell(page)).toBeFocused();
  });

  await test.step('a pull goes on after its page was left, and is found again', async () => {
    await leavePull(page, git, 'left-pull');
    await bell(page).click();
    await expect(rows(page)).toContainText(['Running']);
    await rows(page)
      .getByRole('button', { name: /^Show progress/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Import progress' })).toContainText('Connecting');
    await page.keyboard.press('Escape');
    await bell(page).click();
    git.behave('left-pull', 'good');
    await expect(rows(page)).toContainText(['Done'], { timeout: 30_000 });
    await expect(rows(page)).toContainText([git.urlOf('left-pull')]);
    // It was short: the bell does not ring for it.
    await expect(rows(page)).not.toContainText(['New']);
    await rows(page)
      .getByRole('link', { name: /^Review the results/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Remote Content (Preview)' })).toBeVisible();
    await expect(page.getByText('first.js', { exact: true })).toBeVisible();
  });

  await test.step('a failure is told where the person is, and counted until they have looked', async () => {
    await leavePull(page, git, 'failing-pull');
    git.behave('failing-pull', 'failing');
    await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Pull failed.', {
      timeout: 30_000,
    });
    await expect(bell(page)).toHaveAccessibleName('Your work: 1 new');
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName('Your work: 1 new');
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await expect(rows(page).first()).toContainText('New');
    await expect(rows(page).first()).toContainText('Failed');
    await inspectPage(page, 'work');
    await page.keyboard.press('Escape');
    await expect(bell(page)).toBeFocused();
    await expect(bell(page)).toHaveAccessibleName('Your work');
    // On the server, so that every browser of this person knows.
    const { work } = await customerApi.must<{ work: { isNew: boolean; state: string }[] }>(
      'GET',
      '/console/v1/work',
    );
    expect(work.map(({ state, isNew }) => [state, isNew])).toEqual([
      ['FAILED', false],
      ['DONE', false],
    ]);
  });

  await test.step('a run of tests leads to its page', async () => {
    await customerApi.must('POST', '/console/v1/tests/run', {});
    await bell(page).click();
    await expect(rows(page).first()).toContainText(/All \d+ tests passed\./, { timeout: 60_000 });
    await rows(page)
      .first()
      .getByRole('link', { name: /^Show the run/ })
      .click();
    await expect(page).toHaveURL(/test-runner-dashboard\?runId=/);
    await expect(panel(page)).toHaveCount(0);
  });
});

test('a submit and a return to a version say how far they are, and are found again', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  const repository = await git.makeRepository('left-submit');
  await repository.commit({
    'hyper-dispatch/functions/greet.js': 'export default () => 1;\n',
    'hyper-dispatch/functions/new/one.js': 'export default () => 2;\n',
  });
  await page.goto('/console/git-pull');
  await pull(page, git, repository);
  await confirmManifest(page);
  await chooseAll(page, 'Keep LOCAL');
  await (await choiceOf(page, 'functions/new/one.js', 'New')).check();

  await test.step('while it takes long, the bar says what it does, and that it can be left', async () => {
    const isHeld = Promise.withResolvers<void>();
    const mayGo = Promise.withResolvers<void>();
    await page.route('**/console/v1/git/config/submissions', async (route) => {
      isHeld.resolve();
      await mayGo.promise;
      await route.continue();
    });
    await page.getByRole('main').getByRole('button', { name: 'Submit', exact: true }).click();
    await isHeld.promise;
    await expect(page.getByText('Reading …')).toBeVisible();
    await expect(page.getByText("The bell at the top shows when it's done")).toBeVisible();
    await saveScreenshot(page, 'submit-progress');
    // Whoever leaves now does not end it.
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    await expect(page.getByRole('heading', { name: 'Merge Changes' })).toHaveCount(0);
    mayGo.resolve();
  });

  await test.step('the bell has it, with what was changed and the version that is live', async () => {
    await bell(page).click();
    await expect(rows(page).first()).toContainText('Submit');
    await expect(rows(page).first()).toContainText('Functions: 1 file');
    await expect(rows(page).first()).toContainText('Version 2 is live.', { timeout: 30_000 });
    await rows(page)
      .first()
      .getByRole('button', { name: /^Show import logs: Submit/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Import logs' })).toContainText('left-submit.git');
    await page.keyboard.press('Escape');
  });

  await test.step('a return to a version, too', async () => {
    await page.goto('/console/services/hyper-dispatch?tab=versions&return=1');
    const question = page.getByRole('alertdialog', { name: 'Return to version 1?' });
    await question.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(page.getByText('Version 3 is live: Functions is as in version')).toBeVisible();
    await bell(page).click();
    await expect(rows(page).first()).toContainText('Return to a version');
    await expect(rows(page).first()).toContainText('Functions: version 1');
    await expect(rows(page).first()).toContainText('Version 3 is live.');
    await page.keyboard.press('Escape');
  });

  await test.step('one that failed leads back to where it is decided', async () => {
    await page.goto('/console/git-pull');
    await pull(page, git, repository);
    await confirmManifest(page);
    await expect(page.getByRole('region', { name: 'Changed files' })).toBeVisible();
    await customerApi.must('POST', '/console/v1/configuration/hyper-dispatch/edit', {
      files: [{ folderPath: 'functions', name: 'theirs.js', content: '1;\n', checksum: null }],
    });
    await chooseAll(page, 'Keep LOCAL');
    await page.getByRole('main').getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Compare again' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    await bell(page).click();
    await expect(rows(page).first()).toContainText('Failed');
    await rows(page)
      .first()
      .getByRole('link', { name: /^Review it again: Submit/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible();
  });
});
