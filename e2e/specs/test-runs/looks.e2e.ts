import { inspectPage } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';
import { addTests, demoTests, fact, rowOf, runAllTests, showPassed, slowTests } from './demo-tests.ts';

// Every state is looked at in every look.
test.describe.configure({ timeout: 240_000 });

test('the runner before, while and after tests run', async ({ page, signedIn: _, customerApi }) => {
  await addTests(customerApi, { ...demoTests, ...slowTests });
  await page.goto('/console/run-tests');
  await expect(page.getByText(/tests selected$/)).toBeVisible();
  await inspectPage(page, 'run-tests-select');

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await inspectPage(page, 'run-tests-running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await inspectPage(page, 'run-tests-cancel');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel run' }).click();
  await expect(page.getByRole('button', { name: 'New Test Run' })).toBeVisible();
  await inspectPage(page, 'run-tests-canceled');
});

test('results, failures and sources', async ({ page, signedIn: _, customerApi }) => {
  await addTests(customerApi, demoTests);
  const runId = await runAllTests(customerApi);
  await page.goto(`/console/run-tests?runId=${runId}`);
  await expect(fact(page, 'Status')).toHaveText('FAIL');
  await inspectPage(page, 'run-tests-done');

  const dialog = page.getByRole('dialog');
  await showPassed(page);
  await rowOf(page, 'returns-object.js')
    .getByRole('button', { name: /Result of/ })
    .click();
  await expect(dialog.getByText('"tea"')).toBeVisible();
  await inspectPage(page, 'run-tests-json');
  await page.keyboard.press('Escape');

  await page.goto(`/console/run-tests?runId=${runId}&test=hyper-dispatch%2Ftests%2Fdemo%2Ffails`);
  await expect(dialog.getByRole('group', { name: 'Expected and actual' })).toBeVisible();
  await inspectPage(page, 'run-tests-failure');
  await dialog
    .getByRole('button', { name: /fails\.js:3:\d+/ })
    .first()
    .click();
  await expect(page.getByRole('group', { name: 'Source' })).toBeVisible();
  await inspectPage(page, 'run-tests-source');
});

test('the dashboard, with and without its filter', async ({ page, signedIn: _, customerApi }) => {
  await page.goto('/console/test-runner-dashboard');
  await expect(page.getByRole('main').getByText('No test runs yet')).toBeVisible();
  await inspectPage(page, 'test-runner-dashboard-empty');

  await addTests(customerApi, demoTests);
  await runAllTests(customerApi);
  await page.goto('/console/test-runner-dashboard');
  await expect(fact(page, 'Status')).toHaveText('FAIL');
  await inspectPage(page, 'test-runner-dashboard');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Test Runs Found').first()).toBeVisible();
  await inspectPage(page, 'test-runner-dashboard-filter');
});
