import { expect } from '../../support/test.ts';
import { addTests, removeTests, runAllTests, wait } from '../test-runs/demo-tests.ts';
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
  see,
  tab,
  turn,
  type,
  words,
} from './steps.ts';
import type { Step, Walks } from './walk.ts';

const SLOW = Array.from({ length: 8 }, (_, index) => `slow-${index}.js`);
const FAILING = 'moody.js';

/** Tests of which some have not run yet when the run is stopped, however busy the machine is. */
const addSlowTests: Step = ({ api }) =>
  addTests(api, Object.fromEntries(SLOW.map((name) => [name, wait(4500)])));

const runFailingTest: Step = async ({ page, api }) => {
  await removeTests(api, SLOW);
  await addTests(api, {
    [FAILING]: "export default function moody() {\n  throw new Error('today not');\n}\n",
  });
  await page.goto(`/console/test-runner-dashboard?runId=${await runAllTests(api)}`);
};

const selectFound: Step = ({ page }) => page.getByRole('button', { name: 'Select all', exact: true }).click();

const stopIt: Step = async ({ page }) => {
  await question(page).getByRole('button', { name: 'Cancel run' }).click();
  await expect(page.getByText('CANCELED', { exact: true }).first()).toBeVisible();
};

const today = () => new Date().toISOString().slice(0, 10);

/** Runs of tests: before, during and after, and what is done about a test that fails. */
export const testWalks: Walks = {
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
  'test-run-dashboard': [
    ['Test Run Dashboard', inMap('Test Run Dashboard')],
    ['Filter', press(region('Filter'))],
    ['From Date', type('2020-01-01')],
    ['To Date', type('2099-01-01')],
    [
      'Search',
      press(
        (page) => page.getByRole('table', { name: 'Test Runs Found' }).getByRole('rowheader').first(),
        region('Filter'),
      ),
    ],
    ['Show the test run', all(pressOf(region('Test run')), ({ page }) => expect(page).toHaveURL(/runId=/))],
    ['Run Tests', openLink(heading('Run Tests'))],
  ],
  'flaky-tests': [
    ['Retries of a failed test', choose({ index: 1 })],
    ['Quarantine…', all(runFailingTest, press(dialog()))],
    ['Reason', type('Waits for the new tax rates')],
    ['Last day (UTC)', type(today)],
    ['Put into quarantine', press((page) => page.getByRole('tab', { name: 'Timetable' }))],
    ['Timetable', tab],
    ['Add a time', all(press(dialog()), leave('Cancel'))],
    ['Notices', tab],
    ['E-mail me at the first failure and at recovery', turn('on and off')],
    ['Add a webhook', all(press(dialog()), leave('Cancel'))],
  ],
};
