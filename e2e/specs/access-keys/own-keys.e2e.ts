import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPage } from '../../support/accessibility.ts';
import { expectSignedOut, makeApi } from '../../support/api.ts';
import { startCommand } from '../../support/command-line.ts';
import { expectFlagged, field } from '../../support/forms.ts';
import { openOwn } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

test('a person makes a token, a program uses it for what it may do, and deleting it ends that', async ({
  page,
  productUrl,
  signedIn: person,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  const row = page.getByRole('row', { name: /Nightly export/ });

  await test.step('the menu under the name leads there, and it is empty at first', async () => {
    await page.goto('/console/');
    await openOwn(page, 'API keys');
    await expect(page).toHaveURL('/console/keys');
    await expect(page.getByText('No data to display')).toBeVisible();
    await inspectPage(page, 'own-keys-empty');
  });

  await test.step('what is missing is said at its fields', async () => {
    await page.getByRole('button', { name: 'New API key' }).first().click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectFlagged(dialog, ['Name']);
    await expect(dialog.getByText('Please choose at least one permission.')).toBeVisible();
    await dialog.getByRole('radio', { name: /^Public key/ }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectFlagged(dialog, ['Key']);
    await inspectPage(page, 'own-keys-new');
    await dialog.getByRole('radio', { name: /^Token/ }).check();
  });

  let token = '';
  await test.step('the token is shown once, and copied', async () => {
    await field(dialog, 'Name').fill('Nightly export');
    await dialog.getByRole('checkbox', { name: /^See people/ }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('alertdialog', { name: 'Save your token' });
    token = (await shown.getByLabel('Token', { exact: true }).textContent()) ?? '';
    expect(token).toMatch(/^atr_[\w-]{43}$/);
    await inspectPage(page, 'own-keys-token');
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('The token was copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Close without the token?' });
    await question.getByRole('button', { name: 'Back to the token' }).click();
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await expect(shown).toHaveCount(0);
    await expect(row).toContainText('never');
  });

  const program = makeApi(productUrl, person.address, token);
  await test.step('it does what it was made for, and nothing else', async () => {
    expect((await program.call('GET', '/auth/v1/people')).status).toBe(200);
    expect((await program.call('POST', '/auth/v1/roles', {})).status).toBe(403);
    const another = { label: 'Another', kind: 'token', permissions: ['people.read'] };
    expect((await program.call('POST', '/auth/v1/user/keys', another)).status).toBe(403);
    await page.reload();
    await expect(row).toContainText('See people');
    await expect(row).toContainText(person.address);
    await expect(page.getByText(token)).toHaveCount(0);
    await inspectPage(page, 'own-keys');
  });

  await test.step('deleted, it is refused at once', async () => {
    await row.getByRole('button', { name: 'Delete API key Nightly export' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Programs that use it are signed out at once.');
    await question.getByRole('button', { name: 'Delete' }).click();
    // The question hides the table while it is open.
    await expect(question).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await expectSignedOut(program);
  });
});

test('the command line is signed in when a person allows it in their browser', async ({
  page,
  productUrl,
  guard,
  signedIn: person,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-user-'));
  const login = (name: string) =>
    startCommand(folder, 'login', '--url', productUrl, '--no-browser', '--name', name);
  const linkOf = async ({ said }: { said(): string }) => {
    await expect.poll(said, { timeout: 30_000 }).toMatch(/the code \S{9}\./);
    return /http\S+/.exec(said())?.[0] ?? '';
  };

  await test.step('the page names who asks for what, and what is unchecked is not given', async () => {
    const command = login('Bench 7');
    await page.goto(await linkOf(command));
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    expect(command.said()).toContain(`the code ${code}.`);
    await expect(page.getByText(`Bench 7 asks to act as ${person.username}.`)).toBeVisible();
    await expect(page.getByText(code, { exact: true })).toBeVisible();
    await inspectPage(page, 'allow-key');
    await page.getByRole('checkbox', { name: /^Change configuration/ }).uncheck();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(page.getByText('The device is signed in within seconds.')).toBeVisible();
    expect(await command.ended).toMatchObject({ code: 0, complaint: '' });
    const { said } = await startCommand(folder, 'whoami').ended;
    expect(said).toContain(`${person.username} in the domain`);
    expect(said).toContain('tests.run');
    expect(said).not.toContain('configuration.write');
  });

  await test.step('it is in the list, until the command signs out', async () => {
    await page.getByRole('main').getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('row', { name: /Bench 7/ })).toBeVisible();
    expect((await startCommand(folder, 'logout').ended).said).toBe('Signed out.\n');
    await page.reload();
    await expect(page.getByText('No data to display')).toBeVisible();
  });

  guard.expectFault(/status of 404/);
  await test.step('without the link the code is typed, a wrong one is told, and a refused device gets nothing', async () => {
    const command = login('Bench 8');
    const code = new URL(await linkOf(command)).searchParams.get('code') ?? '';
    await page.goto('/console/keys?code=');
    await inspectPage(page, 'allow-key-code');
    await field(page, 'Code').fill('bbbb bbbb');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('No device is waiting with this code.')).toBeVisible();
    await field(page, 'Code').fill(code.toLowerCase().replace('-', ' '));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Bench 8 asks to act as')).toBeVisible();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText('The device was refused.')).toBeVisible();
    expect(await command.ended).toMatchObject({
      code: 1,
      complaint: 'The request was refused in the browser.\n',
    });
  });
  await rm(folder, { recursive: true });
});
