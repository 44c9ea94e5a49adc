import { createHmac } from 'node:crypto';
import { inspectPage } from '../../support/accessibility.ts';
import { exportAsFiles } from '../../support/live-configuration.ts';
import { startOAuthHost } from '../../support/oauth-host.ts';
import { expect, test } from '../../support/test.ts';

const port = Number(process.env['ATRIUM_E2E_GITEA_PORT']);

test('a repository is connected with the app at its host, without a password', async ({
  page,
  guard,
  signedIn: _person,
  customerApi,
  request,
}) => {
  test.skip(Number.isNaN(port), 'the product that the suite was pointed at has no app at a git host');
  await using host = await startOAuthHost(port, ['team/shop', 'team/stock']);
  const repository = await host.git.makeRepository('team/shop');
  await repository.commit(await exportAsFiles(customerApi, 'hyper-dispatch'));
  const dialog = page.getByRole('dialog');
  const connect = async () => {
    await page.goto('/console/changes/connections');
    await page.getByRole('button', { name: 'Connect a repository' }).click();
    await dialog.getByRole('button', { name: 'Connect with Gitea' }).click();
  };

  await test.step('a person who does not allow it is led back', async () => {
    guard.expectFault(/status of 422/);
    await connect();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText('The access was not allowed at Gitea.')).toBeVisible();
    await inspectPage(page, 'git-connect-refused');
    await page.getByRole('link', { name: 'Back to the connections' }).click();
    await expect(page.getByText('No repository is connected')).toBeVisible();
  });

  await test.step('a repository is searched, chosen and tested', async () => {
    await connect();
    await page.getByRole('link', { name: 'Authorize' }).click();
    await expect(dialog.getByRole('radio', { name: /team\/stock/ })).toBeVisible();
    await inspectPage(page, 'git-connect-choice');
    await dialog.getByLabel('Search').fill('shop');
    await expect(dialog.getByRole('radio', { name: /team\/stock/ })).toBeHidden();
    await dialog.getByRole('radio', { name: /team\/shop/ }).click();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByText('Atrium may write to it.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('row', { name: /shop/ })).toContainText('Gitea, allowed by robin');
  });

  await test.step('its webhook is added at the host, and reports a push', async () => {
    await page.getByRole('button', { name: 'Details of shop' }).click();
    await expect(dialog.getByText('Without a webhook the branch is read every 15 minutes.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add webhook at Gitea or Forgejo' }).click();
    await expect(
      dialog.getByText('Gitea or Forgejo reports pushes and pull requests from now on.'),
    ).toBeVisible();
    await expect(dialog.getByText('The webhook is set at Gitea.')).toBeVisible();
    await expect(dialog.getByLabel('Secret', { exact: true })).toBeHidden();
    await inspectPage(page, 'webhook-added');
    expect(host.webhooks).toHaveLength(1);
    const { url = '', secret = '' } = host.webhooks[0] ?? {};
    await expect(dialog.getByLabel('Address', { exact: true })).toHaveText(url);
    const body = JSON.stringify({ ref: 'refs/heads/main', after: '1'.repeat(40) });
    const headers = {
      'content-type': 'application/json',
      'x-gitea-event': 'push',
      'x-gitea-signature': createHmac('sha256', secret).update(body).digest('hex'),
    };
    expect((await request.post(new URL(url).pathname, { headers, data: body })).status()).toBe(204);
    await expect(dialog.getByText(/^Last call/)).toBeVisible({ timeout: 15_000 });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a withdrawn access is said, and given again', async () => {
    host.isRevoked = true;
    await page.getByRole('button', { name: 'Test the connection shop' }).click();
    await expect(dialog.getByText('The access was revoked at Gitea. Connect again.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Connect again' }).click();
    await page.getByRole('link', { name: 'Authorize' }).click();
    await expect(dialog.getByRole('heading', { name: 'shop' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Compare now' }).click();
    await expect(dialog.getByText(/^Unknown since/)).toBeHidden();
    await expect(dialog.getByText(/in sync/i).first()).toBeVisible();
  });
});
