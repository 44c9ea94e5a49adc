import type { Page } from '@playwright/test';
import { field } from '../../support/forms.ts';
import { readMailbox, waitForLink } from '../../support/mailbox.ts';
import { fillRegistration } from '../../support/personas.ts';
import { expect } from '../../support/test.ts';
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
  pressOf,
  question,
  region,
  save,
  see,
  tab,
  turn,
  type,
  words,
} from './steps.ts';
import type { Step, Walks } from './walk.ts';

const FUNCTIONS = '/console/services/hyper-dispatch';
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });

/** Each collection begins with the field `id`; it is called by its name as soon as it has one. */
const addedField = (page: Page) => page.getByRole('group', { name: /^(field 2|city)$/ });

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

const isClosed: Step = ({ page }) => expect(page.getByRole('dialog')).toHaveCount(0);

/** Presses a button that a label before has told. */
const saveAgain: Step = ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();

const openAllFunctions: Step = async ({ page }) => {
  await page.getByRole('main').getByRole('link', { name: 'All functions of Hyper Dispatch' }).click();
  await expect(page.getByRole('tab', { name: 'Functions', exact: true })).toBeVisible();
};

const openFirstTest: Step = async ({ page }) => {
  await field(page, 'Search files').fill('tests/orders/');
  await page
    .getByRole('link', { name: /^tests\/orders\/.*\.js$/ })
    .first()
    .click();
};

/** The files that version 2 changed. */
const openChanges: Step = async ({ page }) => {
  await page.goto(`${FUNCTIONS}?tab=versions&changes=1-2`);
  await expect(page.getByRole('dialog', { name: /: changes from version 1 to 2/ })).toBeVisible();
};

/** From registering to writing functions, rules, collections and tests, and back to an earlier version. */
export const buildWalks: Walks = {
  'first-steps': [
    ['Get started', all(goTo('/index'), openLink(heading('Register')))],
    ['Register', register],
    ['Confirm e-mail address', confirm],
    ['Login', signIn],
    ['First steps', see('region')],
    ['Hide', press(button('Show first steps'), region('First steps'))],
    ['Show first steps', press(region('First steps'))],
    ['Functions', inMap('Hyper Dispatch')],
    ['greet', openLink(heading('greet'))],
    ['Call', press(region('Response'), region('Call'))],
    ['Edit', all(press(button('Stop editing')), write("export default () => 'Good day';\n"))],
    ['Save', all(press(dialog('Save as a new version')), saveDraft)],
    ['Settings → Run Tests', inSettings('Run Tests')],
    ['Run', press(words(/^\d+ of \d+ failed|^All \d+ tests passed/))],
  ],
  'write-functions': [
    ['Functions', inMap('Hyper Dispatch')],
    ['New function', all(press(dialog('New function')), ({ page }) => field(page, 'Name').fill('tea/greet'))],
    ['Create', press(heading('tea/greet'))],
    ['Input (JSON)', type('{"name": "Ada"}')],
    ['Call', press(region('Response'), region('Call'))],
    ['Response', ({ page }, label) => expect(region(label)(page)).toContainText('Ada')],
    ['Console output', ({ page }, label) => expect(region(label)(page)).toContainText('called with')],
    ['Edit', all(press(button('Stop editing')), write("export default () => 'Good day';\n"))],
    [
      'Show changes',
      all(press(button('Discard')), ({ page }, label) =>
        expect(button(label)(page)).toHaveAttribute('aria-pressed', 'true'),
      ),
    ],
    ['Save', press(dialog('Save as a new version'))],
    ['Message', all(type('Greet politely'), saveDraft)],
    ['Calls', ({ page }, label) => expect(region(label)(page).getByRole('row').nth(1)).toBeVisible()],
    ['Follow', turn('on and off')],
    ['History', tab],
    ['Delete function', all(press(question), leave('Cancel'))],
    ['Files', all(openAllFunctions, tab)],
    ['Copy as curl', all(goTo(`${FUNCTIONS}?function=tea/greet`), press(words(/^Copied/)))],
  ],
  'hyper-dispatch': [
    ['Functions', inMap('Hyper Dispatch')],
    ['Functions', tab],
    ['Rules', tab],
    ['Files', tab],
    ['Proof', tab],
    ['Versions', tab],
    ['Logs', tab],
    ['Usage', tab],
    ['Rules', tab],
    ['New rule', press(dialog('New rule'))],
    ['Name', type('greet-guests', dialog())],
    ['Event', type('guest.arrived', dialog())],
    ['Function', type('greet', dialog())],
    ['Order', type('20', dialog())],
    ['Save', all(press(button('Edit rule greet-guests'), dialog()), isClosed)],
    ['Edit', ({ page }, label) => page.getByRole('button', { name: `${label} rule greet-guests` }).click()],
    ['Enabled', all(turn('off', dialog()), saveAgain, isClosed)],
  ],
  'content-service': [
    ['Content', inMap('Content')],
    ['Collections', tab],
    ['Search collections', all(type('prod'), type(''))],
    ['New collection', press(dialog('New collection'))],
    ['Name of the collection', type('suppliers')],
    ['Add field', press(addedField)],
    ['Name', type('city', addedField)],
    ['Type', choose('Text', addedField)],
    ['Required', turn('on', addedField)],
    ['Entries may have other fields, too', turn('on', dialog())],
    ['Save', all(press(button('Edit collection suppliers'), dialog()), isClosed)],
    ['Edit', all(pressOf(dialog(/^Edit collection/)), leave('Cancel'))],
    ['Files', tab],
  ],
  'write-tests': [
    ['Functions', inMap('Hyper Dispatch')],
    ['Files', tab],
    ['Edit', all(openFirstTest, press(button('Stop editing')))],
  ],
  'versions-and-logs': [
    ['Versions', all(goTo(FUNCTIONS), tab)],
    ['View changes', pressOf(dialog(/: changes from version/))],
    ['From', choose('1', dialog())],
    ['To', choose('2', dialog())],
    ['Compare', all(press(dialog(/\.js$/)), leave('Close'))],
    ['Return to 1', all(leave('Close'), press(question), leave('Cancel'))],
    ['Return to 1', all(openChanges, press(question, dialog()))],
    ['Return', press(words(/is live: .* is as in version 1\.$/), question)],
    ['History', all(goTo(`${FUNCTIONS}?function=greet`), tab)],
    ['Settings → Import progress', inSettings('Import progress')],
    ['Versions', press(dialog('Import versions'))],
    ['View changes', all(pressOf(dialog(/objects$/)), leave('Close'))],
    ['Restore service', all(pressOf(question), leave('Cancel'))],
    ['Restore all', all(pressOf(question), leave('Cancel'))],
    ['Settings → Import logs', all(goTo('/console/'), inSettings('Import logs'))],
    ['Start time', type('2020-01-01T00:00')],
    ['End time', type('2099-01-01T00:00')],
    ['Account → Activity', all(goTo('/console/'), inMap('Activity'))],
    ['Logs', all(goTo(FUNCTIONS), tab)],
    ['Export', save],
  ],
};
