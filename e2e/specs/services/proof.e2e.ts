import { inspectPage } from '../../support/accessibility.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test.describe.configure({ timeout: 180_000 });

test('a live file says which tests prove it, and the page of its service what is unproven', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const service = '/console/services/hyper-dispatch';
  const panel = page.getByRole('region', { name: 'Proof' });
  const tests = panel.getByRole('list', { name: 'Tests that reach it' });

  await test.step('before any test has run, nothing is known', async () => {
    await page.goto(`${service}?function=greet`);
    await expect(panel).toContainText('No test of this service has run yet');
  });

  await test.step('after a run the function names the tests that reach it, and the run that passed', async () => {
    const { runId } = await customerApi.must<{ runId: string }>('POST', '/console/v1/tests/run', {});
    const isOver = async () =>
      (await customerApi.must<{ status: string }>('GET', `/console/v1/tests/run/get/${runId}`)).status;
    await expect.poll(isOver, { timeout: 60_000 }).toBe('OK');
    await page.reload();
    await expect(panel).toContainText(/Proven by 3 tests, (just now|\d+ minutes? ago)\./);
    await expect(tests.getByRole('listitem')).toHaveCount(3);
    await expect(tests).toContainText('Passed');
    await expectLoaded(page);
    await inspectPage(page, 'service-function-proven');
    await tests.getByRole('link').first().click();
    await expect(page).toHaveURL(/test-runner-dashboard\?runId=/);
  });

  await test.step('the list of functions says when each was last proven', async () => {
    await page.goto(service);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'greet', exact: true }) });
    await expect(row).toContainText(/just now|minutes? ago/);
  });

  await test.step('a changed function is not proven until tests have run with it', async () => {
    const read = { folder: 'functions', name: 'greet.js' };
    const source = '/services/hyper-dispatch/export/source/file';
    const live = await customerApi.must<{ content: string; checksum: string }>('POST', source, read);
    const file = { folderPath: 'functions', name: 'greet.js', checksum: live.checksum };
    await customerApi.must('POST', '/console/v1/configuration/hyper-dispatch/edit', {
      message: 'Greet otherwise',
      files: [{ ...file, content: `// Politely.\n${live.content}` }],
    });
    await page.goto(`${service}?function=greet`);
    await expect(panel).toContainText('Not proven since it changed: 3 tests reach it.');
    await expect(tests).toContainText('with earlier content');
  });

  await test.step('the map lists the files of a service, unproven ones first, and is searched', async () => {
    await panel.getByRole('link', { name: 'All files' }).click();
    await expect(page).toHaveURL(/tab=proof/);
    const rows = page.getByRole('table', { name: 'Proof' }).getByRole('row');
    await expect(rows.nth(1)).not.toContainText('Proven');
    await expectLoaded(page);
    await inspectPage(page, 'service-proof');
    await page.getByRole('searchbox', { name: 'Search files' }).fill('functions/');
    await expect(rows.filter({ hasText: 'functions/greet.js' })).toContainText('Not run since');
    await page.getByRole('combobox', { name: 'State' }).selectOption('Proven');
    await expect(rows.filter({ hasText: 'functions/orders/create.js' })).toContainText('Proven');
    await expect(rows.filter({ hasText: 'functions/greet.js' })).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search files' }).fill('no such file');
    await page.getByRole('button', { name: 'Show all files' }).click();
    await expect(rows.nth(1)).toBeVisible();
  });
});
