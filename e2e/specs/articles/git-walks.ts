import type { Page } from '@playwright/test';
import { exportBody, importFiles } from '../../support/live-configuration.ts';
import { counts, local, mergeDialog, openDiff, remote, source } from '../../support/merge-dialog.ts';
import { expect } from '../../support/test.ts';
import { choicesOf, enterConnection, openGitPull } from '../../support/wizard.ts';
import {
  all,
  choose,
  dialog,
  goTo,
  heading,
  inSettings,
  leave,
  press,
  pressOf,
  question,
  region,
  tab,
  turn,
  type,
  words,
} from './steps.ts';
import type { Stage, Step, Walks } from './walk.ts';

const SERVICE = 'hyper-dispatch';
const FILE = 'functions/greet.js';
/** One repository for each person: pushed to, changed elsewhere, and pulled from. */
const repositoryOf = ({ person }: Stage) => `shop-${person.username}`;
const hangingOf = ({ person }: Stage) => `hanging-${person.username}`;
const urlOf = (stage: Stage) => stage.git.urlOf(repositoryOf(stage));
const username = ({ git }: Stage) => git.username;
const password = ({ git }: Stage) => git.password;

const makeEmptyRepository: Step = (stage) => stage.git.makeRepository(repositoryOf(stage));

/** Someone else changes a function in git. */
const commit = async (stage: Stage, content: string) => {
  const repository = await stage.git.makeRepository(repositoryOf(stage));
  await repository.commit({ [`${SERVICE}/${FILE}`]: content });
  return repository;
};

/** The same lines are changed here and in git. */
const openConflict: Step = async (stage) => {
  await importFiles(stage.api, SERVICE, 'functions', { 'greet.js': local });
  await openDiff(stage.page, stage.git, stage.api, await commit(stage, remote));
};

/** A change of git alone. */
const openChange: Step = async (stage) => {
  const repository = await commit(stage, source([5, 'const line5 = 500;']));
  await openDiff(stage.page, stage.git, stage.api, repository);
};

const openMergeDialog: Step = async ({ page }) => {
  await page.getByRole('button', { name: `Merge ${FILE}` }).click();
  await expect(counts(mergeDialog(page, FILE))).toBeVisible();
};

/** The choice that the file has after a label was pressed. */
const chosen =
  (choice: string): Step =>
  ({ page }) =>
    expect(choicesOf(page, FILE).getByRole('radio', { name: choice, exact: true })).toBeChecked();

/** The buttons for all files of the service. */
const bulk = (page: Page) => page.getByRole('group', { name: 'For all files of Hyper Dispatch' });
const inFooter = (page: Page) => page.getByRole('dialog').locator('footer');
const conflictsToDecide = (page: Page) => page.getByRole('button', { name: /conflicts? to decide$/ });

const chooseFile: Step = async ({ page, api }, label) => {
  const body = await exportBody(api, SERVICE);
  const functions = (body['functions'] ?? []).map((one) =>
    one.name === 'greet' ? { ...one, source: "export default () => 'uploaded';\n" } : one,
  );
  await page.getByLabel(label).setInputFiles({
    name: 'shop.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...body, functions })),
  });
};

/** Presses Submit and, where that is asked, says yes. */
const submit =
  (comes: RegExp): Step =>
  async ({ page }, label) => {
    const live = page.getByText(comes).first();
    await page.getByRole('button', { name: label, exact: true }).last().click();
    await expect(live.or(question(page)).first()).toBeVisible({ timeout: 60_000 });
    if (await question(page).isVisible())
      await question(page).getByRole('button', { name: 'Submit' }).click();
    await expect(live).toBeVisible({ timeout: 60_000 });
  };

const decideAll: Step = async ({ page }) => {
  await page.getByRole('button', { name: 'Apply Remote for the whole file' }).click();
};

const startPullThatHangs: Step = async (stage) => {
  const { page, git } = stage;
  git.behave(hangingOf(stage), 'silent');
  await openGitPull(page);
  await enterConnection(page, git, hangingOf(stage));
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  await expect(page.getByText('the bell at the top says when it has ended')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
};

const openBell: Step = async ({ page }, label) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .click();
  await expect(page.getByRole('dialog', { name: label, exact: true })).toBeVisible();
};

const followWork =
  (comes: RegExp): Step =>
  async ({ page }, label) => {
    await page
      .getByRole('dialog')
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .first()
      .click();
    await expect(page).toHaveURL(comes);
  };

const letPullFail: Step = async (stage) => {
  stage.git.behave(hangingOf(stage), 'failing');
  await expect(stage.page.getByRole('log', { name: 'Messages' })).toContainText('Pull failed.');
};

/** What of the bell leads on is in its panel, which each way out closes. */
const openBellAgain: Step = (stage) => openBell(stage, 'Your work');

const editGreet: Step = async ({ page }) => {
  await page.goto(`/console/services/${SERVICE}?function=greet`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: /^Code of / }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('// Warmly.\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
};

/** To git and back: pushes, pulls, merges, uploads, and what tests prove of them. */
export const gitWalks: Walks = {
  'push-configuration': [
    [
      'Settings → Git Config Push',
      all(goTo('/console/'), makeEmptyRepository, inSettings('Git configuration')),
    ],
    ['Repository URL', type(urlOf)],
    ['Username', type(username)],
    ['Password', type(password)],
    ['Commit message', type('All of the shop')],
    ['Branch', turn('on and off')],
    ['Preview', press(words(/files will be pushed to the new branch/))],
    ['Push', all(press(words('Success'), region('What will be pushed')), leave('Close'))],
  ],
  'pull-configuration': [
    [
      'Settings → Git Config Pull',
      all((stage) => commit(stage, source()), inSettings('Enter Your Credentials')),
    ],
    ['Repository URL', type(urlOf)],
    ['Username', type(username)],
    ['Password', type(password)],
    ['Branch', turn('on and off')],
    ['Revert to commit sha', turn('on and off')],
    ['Pull', press(heading('Remote Content (Preview)'), (page) => page.getByRole('main'))],
    ['Compare selected files', press(heading('Merge Changes'))],
    ['Submit', submit(/^Version \d+ of Hyper Dispatch is live$/)],
    ['Undo', press(words('Undone'))],
    ['Submit & Run Tests', submit(/^(All \d+ tests passed|\d+ of \d+ failed)/)],
  ],
  'compare-and-merge': [
    ['Keep LOCAL', all(openConflict, press(bulk, bulk), chosen('Local'))],
    ['Apply REMOTE', all(press(bulk, bulk), chosen('Remote'))],
    ['Merge into LOCAL', all(press(bulk, bulk), chosen('Merge in local'))],
    ['Merge into REMOTE', all(press(bulk, bulk), chosen('Merge in remote'))],
    ['Merge by side', press(conflictsToDecide, bulk)],
    ['Start with Merge by side', turn('on and off')],
    ['Keep Local', all(openMergeDialog, pressOf(words('local · Conflict 1')))],
    ['Apply Remote', pressOf(words('remote · Conflict 1'))],
    [
      'More',
      all(
        pressOf((page) => page.getByRole('menu')),
        ({ page }) => page.keyboard.press('Escape'),
      ),
    ],
    ['Next change', press(dialog())],
    ['Previous change', press(dialog())],
    [
      'View and filters',
      all(
        press((page) => page.getByRole('menuitemcheckbox', { name: 'Wrap long lines' })),
        ({ page }) => page.keyboard.press('Escape'),
      ),
    ],
    ['Submit', all(decideAll, press(words('Merged by you'), inFooter))],
    ['Submit', submit(/^Version \d+ of Hyper Dispatch is live$/)],
    ['Search by name or folder', type('total')],
    ['Hide changes in metadata', turn('on and off')],
  ],
  'upload-configuration': [
    ['Settings → Upload file', all(goTo('/console/'), inSettings('Git configuration'))],
    ['Service', choose(SERVICE)],
    ['File (.json)', chooseFile],
    ['Upload', press(dialog('Import Everything'))],
    ['Import Everything', ({ page }, label) => expect(dialog(label)(page)).toContainText('functions/greet')],
    ['Compare', all(pressOf(dialog(/greet/)), leave('Close'))],
    ['Submit', submit(/^Version \d+ of Hyper Dispatch is live$/)],
    ['View', all(press(dialog(/objects$/)), leave('Close'))],
    ['Undo', all(press(words('Undone')), leave('Close'))],
  ],
  'proof-and-protection': [
    ['Proof', all(goTo(`/console/services/${SERVICE}`), tab)],
    ['Test this merge', all(openChange, press(words(/with this merge$/)))],
    ['Test this change', all(editGreet, press(words(/with this change$/)), leave('Cancel'))],
    ['Versions', all(goTo(`/console/services/${SERVICE}`), tab)],
    ['Require passing tests before changes go live', turn('on and off')],
  ],
  'your-work': [
    ['Your work', all(goTo('/console/'), startPullThatHangs, openBell)],
    ['Show progress', all(pressOf(dialog('Import progress')), leave('Close'), letPullFail)],
    ['Review what was found', all(openBellAgain, followWork(/\/console\/git-pull\?uuid=/))],
    ['Show the run', all(openBellAgain, followWork(/test-runner-dashboard\?runId=/))],
  ],
};
