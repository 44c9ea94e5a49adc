import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { fillFields } from '../../support/forms.ts';
import { exportAsFiles } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';

const RULE = 'hyper-dispatch/rules/confirm-orders.meta.js';
const PLACE = 'hyper-dispatch/functions/prices/net.js';

test('a connected repository says what is missing here, is pulled at Review, and a push goes live by webhook', async ({
  page,
  git,
  signedIn: person,
  customerApi,
  request,
}) => {
  const repository = await git.makeRepository('to-live');
  const files = await exportAsFiles(customerApi, 'hyper-dispatch');
  await repository.commit({ ...files });
  await page.goto('/console/changes/connections');
  await page.getByRole('button', { name: 'Connect a repository' }).click();
  const dialog = page.getByRole('dialog');
  await fillFields(dialog, {
    Name: 'Shop',
    'Repository URL': git.urlOf(repository),
    Username: git.username,
    Password: git.password,
  });
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('Atrium may read the repository.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // A push exchanges equal files; the exchange is the base of later comparisons.
  await page.getByRole('button', { name: 'Details of Shop' }).click();
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await expect(page).toHaveURL(/changes\/push\?connection=/);
  await expect(page.getByRole('combobox', { name: 'Connection' })).toContainText('Shop (default)');
  await page.getByRole('main').getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Files to be pushed' });
  await preview.getByRole('button', { name: 'Push', exact: true }).click();
  await expect(page.getByText(/files? pushed/)).toBeVisible({ timeout: 30_000 });

  await repository.commit({ [PLACE]: 'export default () => 1;\n' });
  await page.goto('/console/changes/connections');
  await page.getByRole('button', { name: 'Details of Shop' }).click();
  await dialog.getByRole('button', { name: 'Compare now' }).click();
  await expect(dialog.getByText('Behind 1')).toBeVisible();
  await page.goto('/console/changes/connections?dialog=system-status');
  const service = dialog.getByRole('row').filter({ hasText: /hyper-dispatch/i });
  await expect(service.getByText('1 file to pull')).toBeVisible();
  await expect(service.getByRole('button', { name: /^Pull from Shop/ })).toBeVisible();
  await inspectPage(page, 'cloud-status-git');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Details of Shop' }).click();
  await dialog.getByRole('button', { name: 'Pull', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('main').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText(/[Mm]erged/).first()).toBeVisible({ timeout: 30_000 });

  await page.goto('/console/changes/connections');
  await page.getByRole('button', { name: 'Details of Shop' }).click();
  await expect(dialog.getByRole('heading', { name: 'In sync' })).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('radio', { name: /^Go live/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go live' }).click();
  await expect(dialog.getByRole('radio', { name: /^Go live/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Make a webhook' }).click();
  const secret = await dialog.getByLabel('Secret', { exact: true }).textContent();
  const address = new URL((await dialog.getByLabel('Address', { exact: true }).textContent()) ?? '');

  await repository.commit({ [PLACE]: 'export default () => 2;\n' });
  const body = JSON.stringify({ ref: 'refs/heads/main', after: '1'.repeat(40) });
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex')}`,
  };
  const answer = await request.post(address.pathname, { headers, data: body });
  expect(answer.status()).toBe(204);
  await expect(dialog.getByText('All tests pass, and it is live.')).toBeVisible({ timeout: 60_000 });

  await test.step('a change made in the console is a commit with its author and message', async () => {
    await dialog.getByRole('radio', { name: /^Nothing/ }).click();
    await expect(dialog.getByRole('radio', { name: /^Nothing/ })).toBeChecked();
    const group = dialog.getByRole('group', { name: 'On a change made here' });
    await group.getByRole('radio', { name: /^Directly/ }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText('Git has all versions: nothing is pushed now.')).toBeVisible();
    await question.getByRole('button', { name: 'Push changes' }).click();
    await expect(group.getByRole('radio', { name: /^Directly/ })).toBeChecked();

    await editOrder(page, '31', 'Confirm later');
    await expect
      .poll(() => repository.git('log', '-1', '--format=%an <%ae> %s', 'main'), { timeout: 30_000 })
      .toBe(`${person.firstName} ${person.lastName} <${person.email}> Confirm later\n`);
    expect(await repository.read(RULE)).toContain('31');
  });

  await test.step('a conflict stops it and shows in Changes, with both directions', async () => {
    await repository.commit({ [RULE]: (await repository.read(RULE)).replace('31', '32') });
    await editOrder(page, '33', 'Confirm even later');
    await page.goto('/console/changes/connections');
    await expect(page.getByText('Shop: Functions could not be pushed')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/rules\/confirm-orders\.meta\.js\. Pull and merge first/)).toBeVisible();
    await page.getByRole('link', { name: 'Show the connection' }).click();
    await expect(dialog.getByText('Functions: not pushed')).toBeVisible();
    for (const name of ['Push', 'Pull'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeEnabled();
    await inspectPage(page, 'connection-refused');
  });
});

async function editOrder(page: Page, order: string, message: string): Promise<void> {
  await page.goto('/console/services/hyper-dispatch?tab=rules');
  await page.getByRole('button', { name: 'Edit rule confirm-orders' }).click();
  const dialog = page.getByRole('dialog');
  await fillFields(dialog, { Order: order, Message: message });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}
