import { inspectPage } from '../../support/accessibility.ts';
import { answerWithError } from '../../support/forms.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

const SERVICE = 'hyper-dispatch';

test('a newcomer is led by steps that tick themselves, then sees how the domain does', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const steps = page.getByRole('region', { name: 'First steps' });
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });

  await test.step('nothing is done, and what the shop waits for is named', async () => {
    const held = Promise.withResolvers<void>();
    // Left out of what comes together, it is asked for by itself.
    await page.route('**/console/v1/together', async (route) => {
      const { calls } = route.request().postDataJSON() as { calls: { path: string }[] };
      const left = calls.findIndex(({ path }) => path === '/console/v1/calls/check');
      const response = await route.fetch();
      const lines = (await response.text()).trim().split('\n');
      const others = lines.filter((line) => (JSON.parse(line) as { index: number }).index !== left);
      await route.fulfill({ response, body: `${others.join('\n')}\n` });
    });
    await page.route('**/console/v1/calls/check', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/console/');
    await expect(steps.getByRole('listitem')).toHaveCount(5);
    await expect(step('Change it')).toContainText('Save makes it live.');
    await expect(
      page.getByRole('region', { name: 'This month' }),
      'the tiles are always there',
    ).toBeVisible();
    await expect(step('Call a function'), 'no other step waits for it').toContainText('Checking');
    held.resolve();
    await expect(step('Call a function')).toContainText('The input is filled in. Press Call.');
    await page.unrouteAll();
    await expect(steps).not.toContainText('Done');
    await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')).toHaveText([
      /^3 secrets and variables of functions are not set, such as PAYMENT_KEY of payments\/refund\./,
    ]);
    await expectLoaded(page);
    await inspectPage(page, 'overview-newcomer');
  });

  await test.step('the first step leads to a function that answers, and is done', async () => {
    await steps.getByRole('link', { name: 'Call a function', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'greet' })).toBeVisible();
    const call = page.getByRole('region', { name: 'Call', exact: true });
    await call.getByRole('button', { name: 'Call' }).click();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('Hello Ada!');
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    await expect(step('Call a function')).toContainText('Done');
    await expect(step('Change it')).not.toContainText('Done');
  });

  await test.step('the steps can be hidden for good', async () => {
    await customerApi.must('POST', '/services/content/invoke/products/search', { text: 'tea' });
    const counted = async () =>
      (await customerApi.must<{ calls: number }>('GET', '/services/content/invocation-counts/latest')).calls;
    await expect.poll(counted).toBe(1);
    await page.reload();
    const calls = page.getByRole('region', { name: 'Calls in 24 hours' });
    await expect(calls.getByText('2', { exact: true }), 'of both services').toBeVisible();
    await expect(calls).toContainText('95% within');
    await steps.getByRole('button', { name: 'Hide' }).click();
    await expect(steps).toHaveCount(0);
    const kept = async () =>
      (await customerApi.must<{ params: { firstSteps: string } }>('GET', '/auth/v1/user')).params.firstSteps;
    await expect.poll(kept).toBe('hidden');
    await page.reload();
    await expect(page.getByRole('region', { name: 'This month' })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  await test.step('a closed account stays closed until the overview is opened again', async () => {
    const account = page.getByRole('main').locator('atrium-console-widget');
    const bar = account.getByRole('button', { name: /^Ada|[a-z]+-[0-9a-f]/ }).first();
    await expect(bar).toHaveAttribute('aria-expanded', 'true');
    await bar.click();
    await expect(bar).toHaveAttribute('aria-expanded', 'false');
    await page.goto('/console/usage');
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    await expect(bar).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('what happens in the domain is told, and what needs attention leads to its place', async () => {
    const failing = "throw new Error('broken on purpose');\n";
    await customerApi.must('POST', `/console/v1/configuration/${SERVICE}/edit`, {
      message: 'Break a test',
      files: [{ folderPath: 'tests', name: 'broken.js', content: failing, checksum: null }],
    });
    await page.goto('/console/run-tests');
    await page.getByRole('button', { name: /^Run/ }).first().click();
    await expect(page.getByText('FAIL', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    await page.goto('/console/');
    await expect(page.getByRole('region', { name: 'Live' })).toContainText('not in git');
    await expect(page.getByRole('region', { name: 'Live' })).toContainText(/version 2.+ by [a-z]+-[0-9a-f]/);
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Break a test');
    const matters = page.getByRole('region', { name: 'Needs attention' });
    await expect(matters).toContainText(/tests failed/);
    await expect(
      page.getByRole('region', { name: 'Tests', exact: true }).getByRole('list', { name: 'Last runs' }),
    ).toBeVisible();
    await expectLoaded(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const end = await page.locator('main > div').evaluate((all) => all.getBoundingClientRect().bottom);
    expect(end, 'all of it is in sight').toBeLessThanOrEqual(720);
    await inspectPage(page, 'overview');
    await matters.getByRole('link', { name: 'See failures' }).click();
    await expect(page).toHaveURL(/test-runner-dashboard\?runId=/);
  });

  await test.step('a part that cannot be read says so, and leaves the others', async () => {
    await answerWithError(page, '/console/v1/usage/days', 422, { message: 'Out of order.' });
    await page.goto('/console/');
    await expect(page.getByRole('region', { name: 'This month' }).getByRole('alert')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Live' })).toContainText('version 2');
  });
});
