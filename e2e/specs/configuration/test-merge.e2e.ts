import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import {
  exportAsFiles,
  exportBody,
  importFiles,
  liveVersion,
  readLiveFile,
} from '../../support/live-configuration.ts';
import { exchange, openDiff } from '../../support/merge-dialog.ts';
import { expect, test } from '../../support/test.ts';
import { choiceOf, showFile } from '../../support/wizard.ts';
import { runAllTests } from '../test-runs/demo-tests.ts';

test.describe.configure({ timeout: 300_000 });

const SERVICE = 'hyper-dispatch';
const answer = (value: number) => `export default () => ${value};\n`;
const checks =
  "export default async ({ call, expect }) => expect(await call('merged/answer')).to.be.above(0);\n";
const inGit = (path: string) => `${SERVICE}/${path}`;

const testMerge = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Test this merge', exact: true });
const choose = async (page: Page, path: string, label: string) => (await choiceOf(page, path, label)).check();

/** Keeps what the presets would discard. */
async function keepLost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'For all files of Functions', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Keep what would be lost here/ }).click();
}

test('a merge is tested before it is live, and can be required to pass', async ({
  page,
  context,
  git,
  signedIn: _,
  customerApi,
}) => {
  await importFiles(customerApi, SERVICE, 'functions/merged', {
    'answer.js': answer(1),
    'other.js': answer(1),
  });
  await importFiles(customerApi, SERVICE, 'tests/merged', { 'answers.js': checks });
  const repository = await git.makeRepository('tested');
  await repository.commit(await exportAsFiles(customerApi, SERVICE));
  await exchange(customerApi, git, repository);
  await repository.commit({
    [inGit('functions/merged/answer.js')]: answer(-1),
    [inGit('functions/merged/other.js')]: answer(2),
  });
  const before = await liveVersion(customerApi, SERVICE);
  await runAllTests(customerApi);

  await test.step('an owner demands it on the page of the service', async () => {
    await page.goto(`/console/services/${SERVICE}?tab=versions`);
    const demand = page.getByRole('switch', { name: 'Require passing tests before changes go live' });
    await expect(demand).not.toBeChecked();
    // Not `check`, which looks at once: the switch changes when the platform has answered.
    await demand.click({ force: true });
    await expect(demand).toBeChecked();
    await expect(demand).toBeEnabled();
    await inspectPage(page, 'service-protection');
  });

  await openDiff(page, git, customerApi, repository);
  await test.step('each file says what tests prove of it now', async () => {
    await showFile(page, 'functions/merged/answer.js');
    await expect(page.getByText(/^Live: Proven by 1 test, /)).toBeVisible();
    await showFile(page, 'functions/merged/other.js');
    await expect(page.getByText('Live: No test reaches this file', { exact: true })).toBeVisible();
  });
  await test.step('what fails is told in the bar, and nothing is live', async () => {
    await testMerge(page).click();
    await expect(page.getByText(/^1 of \d+ fails with this merge$/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/^1 test fails with this merge\. Submit 2 changes/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Failed tests' })).toContainText('answers.js');
    const link = page.getByRole('link', { name: 'Show the results' });
    await inspectPage(page, 'git-pull-tested-failed');
    const results = await context.newPage();
    await results.goto(String(await link.getAttribute('href')));
    await expect(results.getByRole('region', { name: 'Verdict' })).toContainText(
      `passing with what is live (version ${before})`,
    );
    const failures = results.getByRole('region', { name: /^Failures/ });
    await expect(failures).toContainText(`It passes with what is live (version ${before})`);
    await expect(failures).toContainText('They are not live, so they cannot be opened here.');
    await expect(failures.getByRole('button', { name: /answers\.js:\d+/ })).toHaveCount(0);
    await inspectPage(results, 'merge-results');
    await results.close();
    await link.click();
    await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByText(/^1 of \d+ fails with this merge$/)).toBeVisible();
    expect(await liveVersion(customerApi, SERVICE)).toBe(before);
  });

  await test.step('another choice ends the result; what passes says so', async () => {
    await choose(page, 'functions/merged/answer.js', 'Local');
    await expect(page.getByText(/with this merge$/)).toHaveCount(0);
    await testMerge(page).click();
    await expect(page.getByText(/^(\d+) of \1 pass with this merge$/)).toBeVisible({ timeout: 60_000 });
    await inspectPage(page, 'git-pull-tested-passed');
  });

  await test.step('what no run covers is refused, with what to do; what passed goes in', async () => {
    await choose(page, 'functions/merged/answer.js', 'Remote');
    await page.getByRole('main').getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText(/accepts only what all tests have passed with/)).toBeVisible();
    expect(await readLiveFile(customerApi, SERVICE, 'functions/merged/answer.js')).toBe(answer(1));
    await choose(page, 'functions/merged/answer.js', 'Local');
    await testMerge(page).click();
    await expect(page.getByText(/pass with this merge$/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('main').getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
    expect(await readLiveFile(customerApi, SERVICE, 'functions/merged/other.js')).toBe(answer(2));
  });

  const uncovered = /accepts only what all tests have passed with/;
  const passes = page.getByText(/^(\d+) of \1 pass with this (change|merge)$/);
  const testChange = page.getByRole('button', { name: 'Test this change', exact: true });

  await test.step('an edit of a function that is refused leads to its test, then goes in', async () => {
    await page.goto(`/console/services/${SERVICE}?function=merged/answer`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Code of the function merged/answer' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(answer(3));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a new version' });
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(dialog.getByText(uncovered)).toBeVisible();
    await expect(testChange).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(passes).toBeVisible({ timeout: 60_000 });
    await inspectPage(page, 'edit-tested');
    await save.click();
    await expect(dialog).toBeHidden();
    expect(await readLiveFile(customerApi, SERVICE, 'functions/merged/answer.js')).toBe(answer(3));
  });

  await test.step('so does a rule, and what is typed after the test ends its result', async () => {
    await page.goto(`/console/services/${SERVICE}?tab=rules`);
    await page.getByRole('button', { name: 'Edit rule confirm-orders' }).click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Description').fill('Confirms');
    await testChange.click();
    await expect(passes).toBeVisible({ timeout: 60_000 });
    await field(dialog, 'Message').fill('Said of the version only');
    await expect(passes).toBeVisible();
    await field(dialog, 'Description').fill('Confirms orders');
    await expect(passes).toHaveCount(0);
    await field(dialog, 'Description').fill('Confirms');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('what is deleted is tested in the question', async () => {
    await page.goto(`/console/services/${SERVICE}?function=merged/other`);
    await page.getByRole('button', { name: 'Delete function' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('alertdialog').getByText(uncovered)).toBeVisible();
    await expect(testChange).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(passes).toBeVisible({ timeout: 60_000 });
    await inspectPage(page, 'deletion-tested');
    await page.getByRole('button', { name: 'Ok', exact: true }).click();
    await page.getByRole('button', { name: 'Delete function' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/console/services/${SERVICE}$`));
  });

  await test.step('so does an upload, in Import Everything', async () => {
    const body = await exportBody(customerApi, SERVICE);
    const uploaded = [...(body['functions'] ?? []), { name: 'uploaded', source: answer(4) }];
    await page.goto(`/console/?openImport=${SERVICE}`);
    await expect(field(page, 'Service')).toHaveValue(SERVICE);
    await page.getByLabel(/^File/).setInputFiles({
      name: 'upload.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...body, functions: uploaded })),
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import Everything' });
    const submit = dialog.getByRole('button', { name: 'Submit', exact: true });
    await submit.click();
    await expect(dialog.getByText(uncovered)).toBeVisible();
    const testIt = dialog.getByRole('button', { name: 'Test this merge', exact: true });
    await expect(testIt).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(passes).toBeVisible({ timeout: 60_000 });
    await inspectPage(page, 'import-tested');
    await submit.click();
    await expect(dialog.getByText(/^Version \d+ of Functions is live$/)).toBeVisible();
    expect(await readLiveFile(customerApi, SERVICE, 'functions/uploaded.js')).toBe(answer(4));
  });
});

test('a submit is returned when a test fails, and the merge is there to go on from', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  await importFiles(customerApi, SERVICE, 'functions/merged', { 'answer.js': answer(1) });
  await importFiles(customerApi, SERVICE, 'tests/merged', { 'answers.js': checks });
  const repository = await git.makeRepository('returned');
  await repository.commit(await exportAsFiles(customerApi, SERVICE));
  await exchange(customerApi, git, repository);
  await repository.commit({ [inGit('functions/merged/answer.js')]: answer(-1) });
  const before = await exportAsFiles(customerApi, SERVICE);
  const submitAndRun = () =>
    page.getByRole('main').getByRole('button', { name: 'Submit & Run Tests', exact: true }).click();
  const option = page.getByRole('checkbox', { name: 'Return if a test fails' });

  await test.step('all that was submitted is back, and the page says so', async () => {
    await openDiff(page, git, customerApi, repository);
    await choose(page, 'functions/merged/answer.js', 'Remote');
    await option.check();
    await submitAndRun();
    await expect(
      page.getByText('every service of the submit was returned to the version before'),
    ).toBeVisible({
      timeout: 60_000,
    });
    expect(await exportAsFiles(customerApi, SERVICE)).toEqual(before);
    await inspectPage(page, 'git-pull-returned');
  });

  await test.step('what was chosen is still chosen', async () => {
    await page.getByRole('link', { name: 'Continue this merge' }).click();
    await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible();
    await expect(await choiceOf(page, 'functions/merged/answer.js', 'Remote')).toBeChecked();
  });

  await test.step('if someone changes something before the end, nothing is undone', async () => {
    await importFiles(customerApi, SERVICE, 'tests/slow', {
      'slow.js': 'export default () => { const end = Date.now() + 4000; while (Date.now() < end); };\n',
    });
    await openDiff(page, git, customerApi, repository);
    await keepLost(page);
    await option.check();
    await submitAndRun();
    await expect(page.getByText('Your changes are live and being tested.')).toBeVisible({ timeout: 30_000 });
    await importFiles(customerApi, SERVICE, 'functions/merged', { 'else.js': answer(3) });
    await expect(
      page.getByText('A test failed, but the services could not be returned to the versions before.'),
    ).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByText(/Someone changed hyper-dispatch/)).toBeVisible();
    await inspectPage(page, 'git-pull-not-returned');
    expect(await readLiveFile(customerApi, SERVICE, 'functions/merged/answer.js')).toBe(answer(-1));
  });

  await test.step('while another run is going, the platform takes over, and the page says so', async () => {
    await repository.commit({ [inGit('functions/merged/answer.js')]: answer(5) });
    await openDiff(page, git, customerApi, repository);
    await keepLost(page);
    await option.check();
    await customerApi.must('POST', '/console/v1/tests/run', {});
    await submitAndRun();
    await expect(page.getByText('Submitted changes are live and waiting to be tested.')).toBeVisible({
      timeout: 30_000,
    });
    await inspectPage(page, 'git-pull-waits-for-tests');
  });
});
