import { readFile } from 'node:fs/promises';
import { inspectPage } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

test('a person downloads what is held of them, and hears why when that fails', async ({
  page,
  guard,
  signedIn,
}) => {
  await page.goto('/console/profile');
  const button = page.getByRole('button', { name: 'Download my data' });

  await test.step('one file, with nothing secret in it', async () => {
    await inspectPage(page, 'own-record');
    const saving = page.waitForEvent('download');
    await button.click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('my-data.json');
    const text = await readFile(await download.path(), 'utf8');
    const { username, lists } = JSON.parse(text) as {
      username: string;
      lists: Record<string, { about: string; records: Record<string, unknown>[] }>;
    };
    expect(username).toBe(signedIn.username);
    expect(lists['account']?.records).toMatchObject([{ email: signedIn.email, hasPassword: true }]);
    expect(lists['sessions']?.records.length).toBeGreaterThan(0);
    expect(lists['log']?.records.map(({ action }) => action)).toContain('account.export');
    expect(Object.keys(lists)).toEqual(expect.arrayContaining(['invoices', 'mails', 'functionCalls']));
    expect(text).not.toContain(signedIn.password);
    await expect(page.getByText('Your data was downloaded.')).toBeVisible();
  });

  guard.expectFault(/status of 503/);
  await test.step('busy until the response, and a failure is told', async () => {
    let respond = () => {};
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/auth/v1/user/data', async (route) => {
      await held;
      await route.fulfill({ status: 503, json: { status: 503, message: 'The service cannot be reached.' } });
    });
    await button.click();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    respond();
    const failure = page.getByRole('alertdialog', { name: 'Your data could not be downloaded' });
    await expect(failure).toContainText('The service cannot be reached.');
    await page.unroute('**/auth/v1/user/data');
  });
});
