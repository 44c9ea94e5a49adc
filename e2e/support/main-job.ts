import { expect, type Page, test } from '@playwright/test';
import { field, fillFields } from './forms.ts';
import type { GitRemote } from './git-remote.ts';
import { exportAsFiles, invoke, liveVersion } from './live-configuration.ts';
import { saveScreenshot } from './looks.ts';
import { waitForLink } from './mailbox.ts';
import { apiOf, makePerson, signInByForm } from './personas.ts';
import { choicesOf, confirmManifest, openGitPull, pull } from './wizard.ts';

const greeting = (text: string) =>
  `export default function greet({ name = 'you' } = {}) {\n  return { text: '${text} ' + name };\n}\n`;
const metadata = `export default {\n  tags: ['greetings'],\n};\n`;

/** The way a customer goes, from nothing to a changed and tested service, through the browser alone. */
export async function walkMainJob(page: Page, productUrl: string, git: GitRemote): Promise<void> {
  const person = makePerson();

  await test.step('register and confirm', async () => {
    await page.goto(productUrl + '/index');
    await page.goto(productUrl + '/console/register');
    await fillFields(page, {
      Username: person.username,
      'First name': person.firstName,
      'Last name': person.lastName,
      'E-mail': person.email,
      Password: person.password,
      'Confirm password': person.password,
    });
    await page.getByRole('checkbox', { name: /terms/i }).check();
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
  const live = await exportAsFiles(api, 'hyper-dispatch');
  const folder = 'hyper-dispatch/functions/greetings';
  await repository.commit({
    ...live,
    [`${folder}/english.js`]: greeting('Hello'),
    [`${folder}/english.meta.js`]: metadata,
    [`${folder}/german.js`]: greeting('Hallo'),
    [`${folder}/german.meta.js`]: metadata,
  });

  await test.step('pull what is new: nothing is there before, and answers after', async () => {
    expect((await invoke(api, 'greetings/english', { name: 'Ada' })).status).toBe(404);
    await openGitPull(page);
    await pull(page, git, repository);
    for (const name of ['english.js', 'german.js'])
      await expect(page.getByText(name, { exact: true })).toBeVisible();
    await confirmManifest(page);
    await page.getByRole('main').getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByText('Merged', { exact: true }).first()).toBeVisible();
    expect(await invoke(api, 'greetings/english', { name: 'Ada' })).toEqual({
      status: 200,
      body: { text: 'Hello Ada' },
    });
    expect(await invoke(api, 'greetings/german', { name: 'Ada' })).toEqual({
      status: 200,
      body: { text: 'Hallo Ada' },
    });
  });

  await repository.commit(
    { [`${folder}/english.js`]: greeting('Good day,'), [`${folder}/german.js`]: greeting('Guten Tag,') },
    { message: 'Greet more politely' },
  );
  const before = await liveVersion(api, 'hyper-dispatch');

  await test.step('keep one file local, take the other from the remote, after seeing both sides', async () => {
    await page.goto(productUrl + '/console/git-pull');
    await pull(page, git, repository);
    await confirmManifest(page);
    await choicesOf(page, 'functions/greetings/german.js')
      .getByRole('radio', { name: /local/i })
      .first()
      .check();
    await choicesOf(page, 'functions/greetings/english.js')
      .getByRole('radio', { name: /remote/i })
      .first()
      .check();

    await saveScreenshot(page, 'main-job');
    await page.getByRole('button', { name: 'Compare functions/greetings/english.js' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Hello')).not.toHaveCount(0);
    await expect(dialog.getByText('Good day,')).not.toHaveCount(0);
    await saveScreenshot(page, 'main-job-compare');
    await dialog
      .getByRole('button', { name: /^(close|cancel)$/i })
      .first()
      .click();
    await expect(dialog).toBeHidden();
  });

  await test.step('submit, and the service answers differently', async () => {
    await page.getByRole('button', { name: 'Submit & Run Tests' }).click();
    await expect(page.getByRole('heading', { name: 'Test Runner' })).toBeVisible({ timeout: 30_000 });
    expect(await liveVersion(api, 'hyper-dispatch')).toBe(before + 1);
    expect(await invoke(api, 'greetings/english', { name: 'Ada' })).toEqual({
      status: 200,
      body: { text: 'Good day, Ada' },
    });
    expect(await invoke(api, 'greetings/german', { name: 'Ada' })).toEqual({
      status: 200,
      body: { text: 'Hallo Ada' },
    });
  });

  await test.step('the tests run at once, and show status and duration', async () => {
    const main = page.getByRole('main');
    await expect(page).toHaveURL(/runId=/);
    const ended = main.getByRole('row').filter({ hasText: /(OK|FAIL)$/ });
    await expect.poll(() => ended.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(10);
    await expect(main.getByRole('row').filter({ hasText: /(RUNNING|PENDING)$/ })).toHaveCount(0, {
      timeout: 60_000,
    });
    await expect(main.getByRole('row').filter({ hasText: /FAIL$/ })).toHaveCount(0);
    await expect(ended.first()).toContainText(/< 1 sec|\d\d:\d\d:\d\d/);
  });

  await test.step('a reload starts no second run, and Back leads to what was submitted', async () => {
    await page.reload();
    await expect(page.getByRole('main').getByRole('row').filter({ hasText: /OK$/ }).first()).toBeVisible();
    const ever = { fromDate: '2000-01-01T00:00:00Z', toDate: '2100-01-01T00:00:00Z' };
    expect(await api.must<unknown[]>('POST', '/console/v1/tests/run/filter', ever)).toHaveLength(1);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible();
  });

  await expect(field(page, 'Password'), 'no credentials are left on the page').toHaveCount(0);
}
