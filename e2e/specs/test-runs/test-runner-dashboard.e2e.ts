import { field } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';
import { addTests, demoTests, fact, rowOf, runAllTests } from './demo-tests.ts';

test('runs and their tests have addresses, and are found by their days', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const first = await runAllTests(customerApi);
  await addTests(customerApi, demoTests);
  const second = await runAllTests(customerApi);
  const startOf = async (runId: string) =>
    (await customerApi.must<{ startedAt: string }>('GET', `/console/v1/tests/run/get/${runId}`)).startedAt;
  const [firstStart, secondStart] = [await startOf(first), await startOf(second)];
  // The runs may be of two days, and the page may be opened on a third.
  const [firstDay, today] = [firstStart.slice(0, 10), secondStart.slice(0, 10)];
  await page.clock.setFixedTime(secondStart);

  await test.step('the latest run shows by itself', async () => {
    await page.goto('/console/test-runner-dashboard');
    await expect(page).toHaveURL(new RegExp(`runId=${second}`));
    await expect(fact(page, 'Status')).toHaveText('FAIL');
    const pie = page.getByRole('img', { name: /Tests by status: OK \d+, FAIL 2, SKIPPED 1/ });
    await expect(pie.locator('path')).toHaveCount(3);
    const table = page.getByRole('table', { name: 'Tests by status' });
    await expect(table.getByRole('row')).toHaveCount(4);
    await expect(table.getByRole('row', { name: /FAIL/ })).toContainText('2');
    await expect(rowOf(page, 'demo/throws.js')).toContainText('FAIL');
  });

  await test.step('others are found by their days', async () => {
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(field(page, 'From Date')).toHaveValue(today);
    await expect(field(page, 'To Date')).toHaveValue(today);
    await field(page, 'To Date').fill('');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(field(page, 'To Date')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Test Runs Found')).toHaveCount(0);
    await field(page, 'From Date').fill(firstDay);
    await field(page, 'To Date').fill(today);
    const sent = page.waitForRequest((request) => request.url().endsWith('/console/v1/tests/run/filter'));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      fromDate: `${firstDay}T00:00:00+00:00`,
      toDate: `${today}T23:59:59+00:00`,
    });

    const found = page.getByRole('table', { name: 'Test Runs Found' });
    await expect(found.getByRole('row')).toHaveCount(3);
    await expect(found.locator('[aria-current=true]')).toContainText(second.slice(-8));
    await expect(found.getByRole('row').nth(1)).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d/);
    await found
      .getByRole('row')
      .filter({ hasText: first.slice(-8) })
      .getByRole('button')
      .click();
    await expect(page).toHaveURL(new RegExp(`runId=${first}`));
    await expect(found.locator('[aria-current=true]')).toContainText(first.slice(-8));
    await expect(fact(page, 'Status')).toHaveText('OK');

    // The whole view has an address: run, search and open panel.
    await page.reload();
    await expect(found.locator('[aria-current=true]')).toContainText(first.slice(-8));
  });

  const third = await runAllTests(customerApi);
  await test.step('a test of a run has an address, and lists its past results', async () => {
    const { servicesTests } = await customerApi.must<{
      servicesTests: { tests: { id: string; link: string }[] }[];
    }>('GET', `/console/v1/tests/run/get/${third}`);
    const link = servicesTests.flatMap(({ tests }) => tests).find(({ id }) => id.endsWith('/fails'))?.link;
    await page.goto(link ?? '');
    const past = page.getByRole('dialog').getByRole('table', { name: 'Past results' });
    await expect(past.getByRole('row')).toHaveCount(3);
    await past.getByRole('row').nth(2).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`runId=${second}`));
    await expect(page.getByRole('dialog')).toContainText('Assertion failed');
  });

  await test.step('the menu leads to the latest run, whatever was the latest before', async () => {
    await page.keyboard.press('Escape');
    const dashboard = page.getByRole('banner').getByRole('link', { name: 'Test Run Dashboard' });
    await dashboard.click();
    await expect(page).toHaveURL(new RegExp(`runId=${third}`));
    const fourth = await runAllTests(customerApi);
    await dashboard.click();
    await expect(page).toHaveURL(new RegExp(`runId=${fourth}`));
  });
});
