import { inspectPage } from '../../support/accessibility.ts';
import { answerWithError, field } from '../../support/forms.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

const SERVICE = 'hyper-dispatch';

test('the head of a service says what is live, and how the service was; a tab what it costs', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const live = page.getByRole('region', { name: 'Live version' });
  const health = page.getByRole('region', { name: 'Health of the last 90 days' });

  await test.step('the starter is live, is not in git, and an edit is named with who made it', async () => {
    await page.goto(`/console/services/${SERVICE}`);
    await expect(live).toContainText('Version 1 is live');
    await expect(live).toContainText('Not in git yet');
    await page.getByRole('button', { name: 'New function' }).click();
    await field(page.getByRole('dialog'), 'Name').fill('mine');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'All functions', exact: true }).click();
    await expect(live).toContainText('Version 2 is live: Create the function mine');
    await expect(live).toContainText(/\w+-[0-9a-f]{8}, /);
  });

  await test.step('days without a check have no data; the others are a table, too', async () => {
    const days = health.getByRole('img', { name: /8[89] days without data$/ });
    const unknownDays = Number(
      /(\d+) days without data$/.exec((await days.getAttribute('aria-label')) ?? '')?.[1],
    );
    await health.getByRole('button', { name: /^Up in [\d.]+% of checks since/ }).click();
    // Two where midnight has passed since the start.
    const rows = health.getByRole('table', { name: 'Health by day' }).getByRole('rowheader');
    await expect(rows).toHaveCount(90 - unknownDays);
    await expectLoaded(page);
    await inspectPage(page, 'service-head');
  });

  await test.step('what leads to git opens there', async () => {
    await page.getByRole('button', { name: 'Push to git' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Pull from git' })).toHaveAttribute('href', /git-pull/);
  });

  await test.step('the usage of the service alone, by day and by function', async () => {
    await page.getByRole('tab', { name: 'Usage' }).click();
    await expect(page).toHaveURL(/tab=usage/);
    await expect(page.getByText('This service was not used in this month.')).toBeVisible();
    await customerApi.must('POST', `/services/${SERVICE}/invoke/greet`, {});
    const functions = page.getByRole('table', { name: 'Functions and collections' });
    await expect(async () => {
      await page.reload();
      await expect(functions.getByRole('link', { name: 'greet' })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await field(page, 'Stacked by').selectOption('Measure');
    await expect(page).toHaveURL(/by=measure/);
    await expectLoaded(page);
    await inspectPage(page, 'service-usage');
  });

  await test.step('a part that cannot be read says so, and leaves the others', async () => {
    await answerWithError(page, `/console/v1/services/${SERVICE}/health-days`, 422, {
      message: 'Out of order.',
    });
    await answerWithError(page, '/console/v1/usage/days', 422, { message: 'No plot today.' });
    await page.reload();
    await expect(health.getByRole('alert')).toContainText('Out of order.');
    await expect(page.getByRole('alert').filter({ hasText: 'No plot today.' }).first()).toBeVisible();
    await expect(live).toContainText('Version 2 is live');
  });
});
