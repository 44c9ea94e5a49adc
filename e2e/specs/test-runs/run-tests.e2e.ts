import { inspectPage } from '../../support/accessibility.ts';
import { exportAsFiles } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';
import { confirmManifest, openGitPull, pull } from '../../support/wizard.ts';
import {
  addTests,
  demoTests,
  fact,
  LAST_SLOW_TEST,
  removeTests,
  rowOf,
  showPassed,
  slowTests,
} from './demo-tests.ts';

test('choose tests, run them, and read what came out', async ({ page, signedIn: _, customerApi }) => {
  await addTests(customerApi, demoTests);
  await page.goto('/console/run-tests');
  await expect(page.getByRole('heading', { name: 'Run Tests', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Stop Execution On Error')).not.toBeChecked();
  await expect(page.getByLabel('Run As')).toHaveValue('');
  const chosen = page.getByText(/tests selected$/);
  await expect(chosen).toHaveText(/^(\d+) of \1 tests selected$/);

  // Search narrows what 'Select all' applies to.
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect(chosen).toHaveText(/^0 of/);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await page.getByLabel('Search tests').fill('/demo.(fails|throws|returns)/');
  await expect(page.getByText(/^4 of \d+ tests, configuration version/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all tests of Functions' }).check();
  await expect(chosen).toHaveText(/^4 of/);
  await page.getByLabel('Search tests').fill('switched-off');
  await expect(page.getByRole('checkbox', { name: /switched-off/ })).toBeDisabled();
  await page.getByLabel('Search tests').fill('');

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/runId=/);
  await expect(fact(page, 'Status')).toContainText('FAIL', { timeout: 30_000 });
  await expect(fact(page, 'Strategy')).toHaveText('Run all tests');
  await expect(rowOf(page, 'demo/fails.js')).toContainText('FAIL');
  await expect(rowOf(page, 'demo/fails.js')).toContainText('< 1 sec');
  await expect(page.getByRole('button', { name: /^\d+ left out$/ }).first()).toBeVisible();
  await page.getByLabel('Search tests').fill('switched-off');
  await expect(rowOf(page, 'demo/switched-off.js')).toContainText('SKIPPED');
  await expect(rowOf(page, 'demo/switched-off.js')).not.toContainText('sec');
  await page.getByLabel('Search tests').fill('');
  await showPassed(page);
  await expect(rowOf(page, 'demo/returns-object.js')).toContainText('OK');

  await test.step('an object opens in the JSON viewer, folded and searched', async () => {
    await rowOf(page, 'returns-object.js')
      .getByRole('button', { name: /Result of/ })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('"tea"')).toBeVisible();
    await dialog.getByRole('button', { name: 'Collapse "orders"' }).click();
    await expect(dialog.getByText('"tea"')).toBeHidden();
    await dialog.getByLabel('Search in the result').fill('tea');
    await expect(dialog.getByText('1 of 1')).toBeVisible();
    await dialog.getByRole('button', { name: 'Next hit' }).click();
    await expect(dialog.getByText('"tea"')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a long text is shortened to 25 characters and opens in full', async () => {
    const button = rowOf(page, 'returns-text.js').getByRole('button', { name: /Result of/ });
    await expect(button).toHaveText('tea and biscuits, tea and…');
    await button.click();
    await expect(page.getByRole('dialog').locator('pre')).toHaveText('tea and biscuits, '.repeat(20).trim());
    await page.keyboard.press('Escape');
  });

  await test.step('a failure shows why, and where in the source', async () => {
    await rowOf(page, 'demo/fails.js')
      .getByRole('button', { name: 'tests/demo/fails.js', exact: true })
      .click();
    await expect(page).toHaveURL(/test=hyper-dispatch%2Ftests%2Fdemo%2Ffails/);
    const dialog = page.getByRole('dialog').first();
    await expect(dialog).toContainText('Assertion failed');
    await expect(dialog.getByRole('group', { name: 'Expected and actual' })).toContainText('3');
    await expect(dialog.locator('pre')).toContainText('counting');
    await expect(dialog.getByRole('table', { name: 'Past results' })).toContainText('FAIL');
    await dialog
      .getByRole('button', { name: /fails\.js:3:\d+/ })
      .first()
      .click();
    const source = page
      .getByRole('dialog')
      .filter({ hasText: /configuration version \d+/ })
      .last();
    await expect(source.locator('[aria-current]')).toContainText('orders: 3');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('dialog')).toContainText('Assertion failed');
    await page.keyboard.press('Escape');
  });

  await test.step('what is counted is what is shown', async () => {
    const failed = page.getByRole('button', { name: /^FAIL / });
    await failed.click();
    await expect(page.getByText(/^2 of \d+ tests, configuration version \d+$/)).toBeVisible();
    await expect(page.getByText(/^0 of \d+ tests, configuration version \d+$/)).toBeVisible();
    await failed.click();
    await expect(page.getByText(/^\d+ tests, configuration version \d+$/)).toHaveCount(2);
  });

  await test.step('run again only what failed', async () => {
    const before = page.url();
    await page.getByRole('button', { name: 'Rerun failed' }).click();
    await expect(page).not.toHaveURL(before);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('2 of 2 failed', {
      timeout: 30_000,
    });
    await expect(rowOf(page, 'returns-object.js')).toHaveCount(0);
    await page.getByRole('button', { name: 'New Test Run' }).click();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/runId/);
  });

  await test.step('a test that was removed meanwhile: the list is loaded again', async () => {
    await expect(chosen).toHaveText(/^(\d+) of \1 tests selected$/);
    await removeTests(customerApi, ['returns-text.js']);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('hyper-dispatch/tests/demo/returns-text no longer exists');
    await alert.getByRole('button', { name: 'Load the list of tests again' }).click();
    await expect(alert).toHaveCount(0);
    await page.getByLabel('Search tests').fill('demo');
    await expect(rowOf(page, 'returns-text.js')).toHaveCount(0);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page).toHaveURL(/runId=/);
  });
});

test('a run is followed by its domain, cancelled, or stopped at its first failure', async ({
  page,
  context,
  git,
  signedIn: _,
  customerApi,
}) => {
  await addTests(customerApi, slowTests);

  await test.step('a second window follows by events, and a second run is refused with a way to the first', async () => {
    await page.goto('/console/run-tests');
    await expect(page.getByText(/tests selected$/)).toBeVisible();
    const { runId } = await customerApi.must<{ runId: string }>('POST', '/console/v1/tests/run', {});
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Could not run tests, response status: 409');
    await page.getByRole('button', { name: 'Show the running tests' }).click();
    await expect(page).toHaveURL(new RegExp(runId));

    const other = await context.newPage();
    // A busy machine may take long to draw the page; what is tried begins when the window listens.
    const listens = other.waitForResponse(/\/console\/v1\/events$/, { timeout: 60_000 });
    await other.goto(`/console/run-tests?runId=${runId}`);
    await listens;
    await expect(fact(other, 'Status')).toContainText('RUNNING');
    await customerApi.must('PUT', `/console/v1/tests/run/cancel/${runId}`);
    // Sooner than the next reading, which comes 10 s after the last one.
    await expect(fact(other, 'Status')).toHaveText('CANCELED', { timeout: 6000 });
    await other.close();
  });

  await test.step('a submit that is to run them leads to those already running', async () => {
    const repository = await git.makeRepository('running');
    await repository.commit(await exportAsFiles(customerApi, 'hyper-dispatch'));
    await openGitPull(page);
    await pull(page, git, repository);
    await confirmManifest(page);
    const { runId } = await customerApi.must<{ runId: string }>('POST', '/console/v1/tests/run', {});
    await page.getByRole('button', { name: 'Submit & Run Tests' }).click();
    await expect(page.getByText('Tests were already running.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(runId));
    await customerApi.must('PUT', `/console/v1/tests/run/cancel/${runId}`);
    await expect(fact(page, 'Status')).toHaveText('CANCELED');
  });

  await test.step('a running run is found again, and one test or all of it is cancelled', async () => {
    await page.goto('/console/run-tests');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Tests are running' })).toHaveCount(1);
    await expect(page.getByRole('main').locator('.animate-spin')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(1);

    // Another user of the domain, or the same user tomorrow, comes without the address of the run.
    await page.goto('/console/run-tests');
    await expect(page).toHaveURL(/runId=/);
    await page.getByLabel('Search tests').fill(LAST_SLOW_TEST);
    await page.getByRole('button', { name: `Cancel tests/demo/${LAST_SLOW_TEST}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      `Are you sure you want to cancel the test "tests/demo/${LAST_SLOW_TEST}"?`,
    );
    await question.getByRole('button', { name: 'Cancel test' }).click();
    await expect(rowOf(page, LAST_SLOW_TEST)).toContainText('CANCELED');

    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(question).toContainText('Are you sure you want to cancel the test run?');
    await question.getByRole('button', { name: 'Keep running' }).click();
    await expect(question).toBeHidden();
    await page.goto(
      (await page.getByRole('main').getByRole('link', { name: 'Test Run Dashboard' }).getAttribute('href')) ??
        '',
    );
    await page
      .getByRole('region', { name: 'Test run', exact: true })
      .getByRole('button', { name: 'Stop' })
      .click();
    await question.getByRole('button', { name: 'Cancel run' }).click();
    await expect(fact(page, 'Status')).toHaveText('CANCELED');
    await expect(page.getByRole('main').getByText(/^(RUNNING|PENDING)$/)).toHaveCount(0);
  });

  await test.step('stop at the first failure leaves the rest skipped, after the last try', async () => {
    await addTests(customerApi, { '0-fails.js': demoTests['fails.js'] });
    await page.goto('/console/run-tests');
    await page.getByLabel('Stop Execution On Error').check();
    await page.getByLabel('Retries of a failed test').selectOption('Up to 1');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(fact(page, 'Status')).toContainText('FAIL', { timeout: 20_000 });
    await expect(fact(page, 'Strategy')).toHaveText('Stop at the first failure');
    await page.getByLabel('Search tests').fill(LAST_SLOW_TEST);
    await expect(rowOf(page, LAST_SLOW_TEST)).toContainText('SKIPPED');
    await page.getByLabel('Search tests').fill('demo/0-fails');
    await expect(rowOf(page, '0-fails')).toContainText('failed 2 times');
    await rowOf(page, '0-fails').getByRole('button', { name: 'tests/demo/0-fails.js', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try 1 failed' }).click();
    await inspectPage(page, 'test-retries');
  });
});
