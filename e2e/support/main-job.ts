import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { field } from './forms.ts';
import type { GitRemote } from './git-remote.ts';
import { runGit } from './git-repository.ts';
import { invoke, liveVersion } from './live-configuration.ts';
import { saveScreenshot } from './looks.ts';
import { waitForLink } from './mailbox.ts';
import { apiOf, fillRegistration, makePerson, signInByForm } from './personas.ts';
import { choicesOf, confirmManifest, enterConnection, openGitPull, openPushDialog, pull } from './wizard.ts';

/** What is changed, in its service. */
const CHANGED = 'functions/orders/create.js';

/** The way that README teaches, from nothing to a changed and tested service, but with typed credentials. */
export async function walkMainJob(page: Page, productUrl: string, git: GitRemote): Promise<void> {
  const person = makePerson();

  await test.step('register and confirm', async () => {
    await page.goto(productUrl + '/index');
    await page.goto(productUrl + '/console/register');
    await fillRegistration(page, person);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText(person.email)).toBeVisible();
    await page.goto(await waitForLink(productUrl, person.email, 'confirm'));
    await expect(page.getByText('E-mail verification successful!')).toBeVisible();
    await expect(page).toHaveURL(productUrl + '/console/login');
  });

  await test.step('sign in to a dashboard that shows the real services', async () => {
    await signInByForm(page, person);
    await expect(page).toHaveURL(productUrl + '/console/');
    await expect(page.getByText('Services status')).toBeVisible();
    await expect(page.getByText('Checking services ...')).toBeHidden();
    await expect(page.getByText('Service error!')).toHaveCount(0);
  });

  const api = await apiOf(productUrl, person);
  const repository = await git.makeRepository(`shop-${person.username}`);

  await test.step('push into an empty repository: the shop is in it', async () => {
    await openPushDialog(page);
    await enterConnection(page, git, repository);
    const dialog = page.getByRole('dialog', { name: 'Git configuration' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Push', exact: true }).click();
    await expect(dialog.getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('clone it, change what a function returns, commit and push', async () => {
    const clone = await mkdtemp(join(tmpdir(), 'atrium-clone-'));
    const url = new URL(git.urlOf(repository));
    Object.assign(url, { username: git.username, password: git.password });
    const file = join(clone, `hyper-dispatch/${CHANGED}`);
    await runGit(clone, ['clone', '--quiet', url.href, '.']);
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace('return { order,', `return { thanks: 'Thank you', order,`));
    const author = ['-c', 'user.name=Robin Doe', '-c', 'user.email=robin@example.com'];
    await runGit(clone, [...author, 'commit', '--quiet', '--all', '--message', 'Thank for each order']);
    await runGit(clone, ['push', '--quiet']);
    await rm(clone, { recursive: true });
  });

  const before = await liveVersion(api, 'hyper-dispatch');
  const order = { customer: { email: person.email }, lines: [{ product: 'tea-green', quantity: 1 }] };
  expect((await invoke(api, 'orders/create', order)).body).not.toHaveProperty('thanks');

  await test.step('pull: one file differs, and both sides can be seen', async () => {
    await openGitPull(page);
    await pull(page, git, repository);
    await confirmManifest(page);
    await expect(
      choicesOf(page, CHANGED)
        .getByRole('radio', { name: /remote/i })
        .first(),
    ).toBeChecked();
    await expect(page.getByRole('group', { name: /^Choice for / })).toHaveCount(1);
    await saveScreenshot(page, 'main-job');
    await expect(page.getByRole('region', { name: 'Comparison' }).getByText('Thank you')).not.toHaveCount(0);
    await page.getByRole('button', { name: `Compare ${CHANGED}` }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Thank you')).not.toHaveCount(0);
    await saveScreenshot(page, 'main-job-compare');
    await dialog
      .getByRole('button', { name: /^(close|cancel)$/i })
      .first()
      .click();
    await expect(dialog).toBeHidden();
  });

  await test.step('submit what was pulled', async () => {
    await page.getByRole('button', { name: 'Submit & Run Tests' }).click();
    await expect(page.getByRole('heading', { name: 'Test Runner' })).toBeVisible({ timeout: 30_000 });
    expect(await liveVersion(api, 'hyper-dispatch')).toBe(before + 1);
  });

  await test.step('the tests run at once, and show status and duration', async () => {
    const main = page.getByRole('main');
    await expect(page).toHaveURL(/runId=/);
    await expect(main.getByText(/^All \d+ tests passed$/)).toBeVisible({ timeout: 60_000 });
    await expect(
      main.getByRole('button', { name: 'Undo' }),
      'the way back stands where it failed',
    ).toBeVisible();
    for (const passed of await main.getByRole('button', { name: /^\d+ passed$/ }).all()) await passed.click();
    const ended = main.getByRole('row').filter({ hasText: /OK$/ });
    await expect.poll(() => ended.count()).toBeGreaterThanOrEqual(10);
    await expect(main.getByRole('row').filter({ hasText: /(FAIL|RUNNING|PENDING)$/ })).toHaveCount(0);
    await expect(ended.first()).toContainText(/< 1 sec|\d\d:\d\d:\d\d/);
  });

  // Not sooner: tests begin with the content that is live, and an order takes from its stock.
  await test.step('the function answers differently', async () => {
    expect((await invoke(api, 'orders/create', order)).body).toHaveProperty('thanks', 'Thank you');
  });

  await test.step('a reload starts no second run, and Back leads to what was submitted', async () => {
    await page.reload();
    await expect(page.getByRole('main').getByText(/^All \d+ tests passed$/)).toBeVisible();
    const ever = { fromDate: '2000-01-01T00:00:00Z', toDate: '2100-01-01T00:00:00Z' };
    expect(await api.must<unknown[]>('POST', '/console/v1/tests/run/filter', ever)).toHaveLength(1);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  await expect(field(page, 'Password'), 'no credentials are left on the page').toHaveCount(0);
}
