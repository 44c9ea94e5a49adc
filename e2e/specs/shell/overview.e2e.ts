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

  await test.step('nothing is done, and nothing needs attention', async () => {
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
    await expect(step('Call a function'), 'no other step waits for it').toContainText('Checking');
    held.resolve();
    await expect(step('Call a function')).toContainText('The input is filled in. Press Call.');
    await page.unrouteAll();
    await expect(steps).not.toContainText('Done');
    await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('All good');
    await expectLoaded(page);
    await inspectPage(page, 'overview-newcomer');
  });

  await test.step('the first step leads to a function that answers, and is done', async () => {
    await steps.getByRole('link', { name: 'Call a function' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'greet' })).toBeVisible();
    const call = page.getByRole('region', { name: 'Call', exact: true });
    await call.getByRole('button', { name: 'Call' }).click();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('Hello Ada!');
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    await expect(step('Call a function')).toContainText('Done');
    await expect(step('Change it')).not.toContainText('Done');
  });

  await test.step('the steps can be hidden and brought back', async () => {
    await customerApi.must('POST', '/services/content/invoke/products/search', { text: 'tea' });
    const counted = async () =>
      (await customerApi.must<{ calls: number }>('GET', '/services/content/invocation-counts/latest')).calls;
    await expect.poll(counted).toBe(1);
    await steps.getByRole('button', { name: 'Hide' }).click();
    await expect(steps).toHaveCount(0);
    const calls = page.getByRole('region', { name: 'Calls in 24 hours' });
    await expect(calls.getByText('2', { exact: true }), 'of both services').toBeVisible();
    await expect(calls).toContainText('95% of calls within');
    const kept = async () =>
      (await customerApi.must<{ params: { firstSteps: string } }>('GET', '/auth/v1/user')).params.firstSteps;
    await expect.poll(kept).toBe('hidden');
    await page.reload();
    await expect(page.getByRole('region', { name: 'This month' })).toBeVisible();
    await expect(steps).toHaveCount(0);
    await page.getByRole('button', { name: 'Show first steps' }).click();
    await expect(step('Call a function')).toContainText('Done');
    await expect.poll(kept).toBe('open');
    await steps.getByRole('button', { name: 'Hide' }).click();
    await expect.poll(kept).toBe('hidden');
  });

  await test.step('they can be brought back when all were done, and stay done', async () => {
    await customerApi.must('PATCH', '/auth/v1/user', { params: { firstSteps: 'done' } });
    await page.reload();
    await expect(page.getByRole('region', { name: 'This month' })).toBeVisible();
    await expect(steps).toHaveCount(0);
    await page.getByRole('button', { name: 'Show first steps' }).click();
    await expect(step('Call a function')).toContainText('Done');
    await expect(page.getByRole('region', { name: 'This month' })).toHaveCount(0);
    await steps.getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByRole('region', { name: 'This month' })).toBeVisible();
    const { params } = await customerApi.must<{ params: object }>('GET', '/auth/v1/user');
    expect(params).toMatchObject({ firstSteps: 'done' });
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
    await expect(page.getByRole('region', { name: 'Live' })).toContainText('version 2, not in git');
    await expect(page.getByRole('region', { name: 'Live' })).toContainText(/Changed .+ by [a-z]+-[0-9a-f]/);
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Break a test');
    const matter = page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: /tests failed/ });
    await expect(matter).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Tests', exact: true }).getByRole('list', { name: 'Last runs' }),
    ).toBeVisible();
    await expectLoaded(page);
    await inspectPage(page, 'overview');
    await matter.click();
    await expect(page).toHaveURL(/test-runner-dashboard\?runId=/);
  });

  await test.step('a part that cannot be read says so, and leaves the others', async () => {
    await answerWithError(page, '/console/v1/usage/days', 422, { message: 'Out of order.' });
    await page.goto('/console/');
    await expect(page.getByRole('region', { name: 'This month' }).getByRole('alert')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Live' })).toContainText('version 2');
  });
});
