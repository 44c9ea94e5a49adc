import type { Page } from '@playwright/test';
import { field } from '../../support/forms.ts';
import { readMailbox, waitForLink } from '../../support/mailbox.ts';
import { source } from '../../support/merge-dialog.ts';
import { fillRegistration } from '../../support/personas.ts';
import { expect } from '../../support/test.ts';
import { addTests, wait } from '../test-runs/demo-tests.ts';
import {
  all,
  choose,
  dialog,
  goTo,
  heading,
  inMap,
  inSettings,
  leave,
  openLink,
  press,
  question,
  region,
  see,
  turn,
  type,
  words,
} from './steps.ts';
import type { Stage, Step, Walk } from './walk.ts';

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });

/** Writes another text into the editor, as a person does. */
const write =
  (source: string): Step =>
  async ({ page }) => {
    await page.getByRole('textbox', { name: /^Code of / }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(source);
  };

const register: Step = async ({ page, person }, label) => {
  await fillRegistration(page, person);
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByText(person.email)).toBeVisible();
};

const confirm: Step = async ({ page, productUrl, person }, label) => {
  const link = await waitForLink(productUrl, person.email, 'confirm');
  const mail = (await readMailbox(productUrl)).find(({ to }) => to.includes(person.email));
  expect(mail?.html).toContain(`>${label}</a>`);
  await page.goto(link);
  await expect(page.getByText('E-mail verification successful!')).toBeVisible();
  await page.getByRole('link', { name: 'Back to login' }).click();
};

const signIn: Step = async ({ page, person }, label) => {
  await field(page, 'Username').fill(person.username);
  await field(page, 'Password').fill(person.password);
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
};

/** Answers the dialog that asks for a message, so that a draft is live. */
const saveDraft: Step = async ({ page }) => {
  const saving = page.getByRole('dialog', { name: 'Save as a new version' });
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
};

/** From registering to the first test run. */
export const newcomerWalk: Record<string, Walk> = {
  'first-steps': [
    ['Get started', all(goTo('/index'), openLink(heading('Register')))],
    ['Register', register],
    ['Confirm e-mail address', confirm],
    ['Login', signIn],
    ['First steps', see('region')],
    ['Functions', inMap('Functions')],
    ['greet', openLink(heading('greet'))],
    ['Call', press(region('Response'), region('Call'))],
    ['Edit', all(press(button('Stop editing')), write("export default () => 'Good day';\n"))],
    ['Save', all(press(dialog('Save as a new version')), saveDraft)],
    ['Settings → Run Tests', inSettings('Run Tests')],
    ['Run', press(words(/^\d+ of \d+ failed|^All \d+ tests passed/))],
  ],
};

/** One repository for each person. */
const repositoryOf = ({ person }: Stage) => `shop-${person.username}`;
const urlOf = (stage: Stage) => stage.git.urlOf(repositoryOf(stage));
const username = ({ git }: Stage) => git.username;
const password = ({ git }: Stage) => git.password;

const makeEmptyRepository: Step = (stage) => stage.git.makeRepository(repositoryOf(stage));

/** Someone else changes a function in git. */
const changeInGit: Step = async (stage) => {
  const repository = await stage.git.makeRepository(repositoryOf(stage));
  await repository.commit({ 'hyper-dispatch/functions/greet.js': source() });
};

/** Chooses Submit, and confirms if asked. */
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

/** To git and back. */
export const gitWalk: Record<string, Walk> = {
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
    ['Push', all(press(words('Success'), region('Files to be pushed')), leave('Close'))],
  ],
  'pull-configuration': [
    ['Settings → Git Config Pull', all(changeInGit, inSettings('Enter Your Credentials'))],
    ['Repository URL', type(urlOf)],
    ['Username', type(username)],
    ['Password', type(password)],
    ['Branch', turn('on and off')],
    ['Revert to commit sha', turn('on and off')],
    ['Pull', press(heading('Remote Content (Preview)'), (page) => page.getByRole('main'))],
    ['Compare selected files', press(heading('Merge Changes'))],
    ['Submit', submit(/^Version \d+ of Functions is live$/)],
    ['Undo', press(words('Undone'))],
    ['Submit & Run Tests', submit(/^(All \d+ tests passed|\d+ of \d+ failed)/)],
  ],
};

const SLOW = Array.from({ length: 8 }, (_, index) => `slow-${index}.js`);

/** Slow enough that some have not run when the run is stopped. */
const addSlowTests: Step = ({ api }) =>
  addTests(api, Object.fromEntries(SLOW.map((name) => [name, wait(4500)])));

const selectFound: Step = ({ page }) => page.getByRole('button', { name: 'Select all', exact: true }).click();

const stopIt: Step = async ({ page }) => {
  await question(page).getByRole('button', { name: 'Cancel run' }).click();
  await expect(page.getByText('CANCELED', { exact: true }).first()).toBeVisible();
};

export const testWalk: Record<string, Walk> = {
  'run-tests': [
    ['Settings → Run Tests', all(addSlowTests, goTo('/console/'), inSettings('Run Tests'))],
    ['Stop Execution On Error', turn('on and off')],
    ['Run As', see('combobox')],
    ['Retries of a failed test', choose({ index: 1 })],
    ['Select none', press(words(/^0 of \d+ tests selected$/))],
    ['Search tests', all(type('demo/slow'), selectFound)],
    ['Run', press((page) => page.getByRole('button', { name: 'Stop', exact: true }))],
    ['Stop', all(press(question), stopIt)],
    ['New Test Run', press((page) => page.getByRole('button', { name: 'Run', exact: true }))],
  ],
};
