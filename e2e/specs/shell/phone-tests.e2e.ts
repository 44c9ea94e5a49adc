import { inspectPhone } from '../../support/in-sight.ts';
import { phone, tap } from '../../support/phone.ts';
import { expect, test } from '../../support/test.ts';
import {
  addTests,
  demoTests,
  fact,
  LAST_SLOW_TEST,
  runAllTests,
  slowTests,
} from '../test-runs/demo-tests.ts';

// The tasks of test runs with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 240_000 });
test.use({ ...phone, colorScheme: 'dark' });

test('tests are run on a phone, and the run is found again by its days', async ({ page, signedIn: _ }) => {
  await test.step('each one shows its result and duration', async () => {
    await page.goto('/console/run-tests');
    await tap(page, 'Run');
    await expect(page.getByText(/^All \d+ tests passed$/)).toBeVisible({ timeout: 60_000 });
    for (const passed of await page.getByRole('button', { name: /^\d+ passed$/ }).all()) await passed.tap();
    await inspectPhone(page, 'test-run');
  });

  await test.step('the run is found', async () => {
    await page.goto('/console/test-runner-dashboard');
    await tap(page, 'Filter');
    await inspectPhone(page, 'run-filter');
    await tap(page, 'Search');
    await expect(page.getByRole('table', { name: 'Test Runs Found' })).toBeVisible();
    await inspectPhone(page, 'runs-found');
  });
});

test('a run that failed is looked into on a phone', async ({ page, signedIn: _, customerApi }) => {
  await addTests(customerApi, demoTests);
  const runId = await runAllTests(customerApi);
  const dialog = page.getByRole('dialog');

  await test.step('failures come first', async () => {
    await page.goto(`/console/run-tests?runId=${runId}`);
    await expect(fact(page, 'Status')).toHaveText('FAIL');
    await inspectPhone(page, 'failed-run');
  });

  await test.step('a result is an object, or a long text', async () => {
    await page
      .getByRole('button', { name: /^\d+ passed$/ })
      .last()
      .tap();
    for (const [name, text] of [
      ['returns-object', '"tea"'],
      ['returns-text', 'tea and biscuits, tea and biscuits'],
    ] as const) {
      await page
        .getByRole('row')
        .filter({ hasText: `${name}.js` })
        .getByRole('button', { name: /Result of/ })
        .tap();
      await expect(dialog).toContainText(text);
      await inspectPhone(page, name);
      await dialog.getByRole('button', { name: 'Close' }).last().tap();
      await expect(dialog).toHaveCount(0);
    }
  });

  await test.step('a failure shows what was expected, and its place in the code', async () => {
    await page.goto(`/console/run-tests?runId=${runId}&test=hyper-dispatch%2Ftests%2Fdemo%2Ffails`);
    await expect(dialog.getByRole('group', { name: 'Expected and actual' })).toBeVisible();
    await inspectPhone(page, 'test-failure');
  });
});

test('a test and a run are canceled on a phone', async ({ page, signedIn: _, customerApi }) => {
  await addTests(customerApi, slowTests);
  await page.goto('/console/run-tests');
  await tap(page, 'Run');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await inspectPhone(page, 'running');
  await page.getByLabel('Search tests').fill(LAST_SLOW_TEST);
  await tap(page, `Cancel tests/demo/${LAST_SLOW_TEST}`);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to cancel the test');
  await inspectPhone(page, 'cancel-test');
  await tap(question, 'Cancel test');
  await expect(page.getByRole('row').filter({ hasText: LAST_SLOW_TEST })).toContainText('CANCELED');
  await tap(page, 'Stop');
  await inspectPhone(page, 'cancel-run');
  await tap(question, 'Cancel run');
  await expect(page.getByRole('button', { name: 'New Test Run' })).toBeVisible();
  await inspectPhone(page, 'canceled-run');
});
