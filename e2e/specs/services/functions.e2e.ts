import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { countClicks } from '../../support/clicks.ts';
import { answerWithError, field } from '../../support/forms.ts';
import { readLiveFile } from '../../support/live-configuration.ts';
import { apiOf, fillRegistration, makePerson, type Person, signInByForm } from '../../support/personas.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test.describe.configure({ timeout: 180_000 });

const SERVICE = 'hyper-dispatch';
const code = (page: Page, name = 'mine/hello') =>
  page.getByRole('textbox', { name: `Code of the function ${name}` });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** From the first page to the first sign-in, without leaving the browser; the product is at the person's own machine. */
async function register(page: Page, person: Person): Promise<void> {
  // Every other page of the tests is called as if through a proxy.
  await page.context().setExtraHTTPHeaders({});
  // The mailbox is shared: mails that others received in the meantime are ignored.
  await page.route('**/console/v1/dev/mailbox', async (route) => {
    const mails = (await (await route.fetch()).json()) as { to: string }[];
    await route.fulfill({ json: mails.filter(({ to }) => to === person.email) });
  });
  await page.goto('/console/');
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('it keeps e-mails instead of sending them')).toBeVisible();
  await inspectPage(page, 'register-success-development');
  await page.getByRole('link', { name: 'Open the mailbox' }).click();
  await page.getByRole('link', { name: /\/console\/confirm\?token=/ }).click();
  await expect(page.getByText('E-mail verification successful!')).toBeVisible();
  await page.unrouteAll();
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': person.address });
  await page.getByRole('link', { name: 'Back to login' }).click();
  await signInByForm(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

/** Replaces the text in the editor with keys, as a person does. */
async function write(page: Page, text: string, name?: string): Promise<void> {
  await code(page, name).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** A function that greets in one way or another. */
const SOURCE = (greeting: string, more = '') =>
  `export default function main(input) {\n  return { greeting: \`${greeting} \${input.name}\` };\n}\n${more}`;

test('a newcomer writes a function, calls it, and finds out why it failed', async ({ page, productUrl }) => {
  const person = makePerson();
  await test.step('from an address in the browser to signing in', () => register(page, person));
  const customerApi = await apiOf(productUrl, person);
  const caller = `${person.firstName} ${person.lastName}`;
  await test.step('from signing in to an answer of their own function, in at most eight clicks', async () => {
    const countedClicks = await countClicks(page);
    await page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'Functions' }).click();
    const table = page.getByRole('table', { name: 'Functions' });
    await expect(table.getByRole('link', { name: 'greet', exact: true })).toBeVisible();
    await expectLoaded(page);
    await inspectPage(page, 'functions');
    await page.getByRole('button', { name: 'New function' }).click();
    const dialog = page.getByRole('dialog', { name: 'New function' });
    await field(dialog, 'Name').fill('greet');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByText('A function with this name already exists.')).toBeVisible();
    await field(dialog, 'Name').fill('../escape');
    await expect(dialog.getByText('Use letters, digits, hyphens and underscores')).toBeVisible();
    await field(dialog, 'Name').fill('mine/hello');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'mine/hello' })).toBeVisible();
    await expect(field(page, 'Input (JSON)')).toHaveValue('{"name": "Ada"}');
    await card(page, 'Call').getByRole('button', { name: 'Call' }).click();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('"greeting": "Hello Ada!"');
    await expect(page.getByRole('region', { name: 'Console output' })).toContainText('called with');
    const clicks = await countedClicks();
    // With two names that are refused on the way.
    expect(clicks).toBeGreaterThanOrEqual(4);
    expect(clicks).toBeLessThanOrEqual(8);
    await inspectPage(page, 'function');
    const key = card(page, 'Call').getByRole('link', { name: 'make one that may call functions' });
    await expect(key).toHaveAttribute('href', '/console/keys?create=functions.invoke');
  });

  await test.step('input that is not JSON is told and not sent', async () => {
    await field(page, 'Input (JSON)').fill('{name}');
    await card(page, 'Call').getByRole('button', { name: 'Call' }).click();
    await expect(page.getByText('This is not valid JSON.')).toBeVisible();
    await field(page, 'Input (JSON)').fill('{"name": "Ada"}');
  });

  await test.step('a draft is checked as it is typed, survives a reload, and is saved with a message', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeDisabled();
    await write(page, 'export default function main( {');
    await expect(page.getByText(/^Line 1, column \d+ may not be readable: Syntax error\./)).toBeVisible();
    await expect(save).toBeEnabled();
    await write(page, SOURCE('Good day'));
    await expect(save).toBeEnabled();
    await page.getByRole('button', { name: 'Show changes' }).click();
    await inspectPage(page, 'function-draft');
    await page.reload();
    await expect(code(page)).toContainText('Good day');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Save as a new version' });
    await field(dialog, 'Message').fill('Greet politely');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await expect(field(page, 'Input (JSON)')).toHaveValue('{"name": "Ada"}');
    await card(page, 'Call').getByRole('button', { name: 'Call' }).click();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('Good day Ada');
  });

  await test.step('what somebody else saved meanwhile is merged, never written over', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await write(page, SOURCE('Good evening'));
    const metadata = await customerApi.must<{
      folders: { name: string; files: { name: string; checksum: string }[] }[];
    }>('GET', `/services/${SERVICE}/export/metadata`);
    const live = metadata.folders
      .find(({ name }) => name === 'functions/mine')
      ?.files.find(({ name }) => name === 'hello.js');
    await customerApi.must('POST', `/console/v1/configuration/${SERVICE}/edit`, {
      message: 'Say who wrote it',
      files: [
        {
          folderPath: 'functions/mine',
          name: 'hello.js',
          content: SOURCE('Good day', '// by Bob\n'),
          checksum: live?.checksum,
        },
      ],
    });
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Save as a new version' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
    };
    await save();
    await expect(page.getByText('Your draft has been merged with their change.')).toBeVisible();
    await expect(code(page)).toContainText('// by Bob');
    await save();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    const text = await readLiveFile(customerApi, SERVICE, 'functions/mine/hello.js');
    expect(text).toBe(SOURCE('Good evening', '// by Bob\n'));
  });

  await test.step('the history names the version that brought each line, and who made it', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page).toHaveURL(/tab=history/);
    const lines = page.getByRole('table', { name: 'Lines with their versions' });
    const line = (text: string) => lines.getByRole('row').filter({ hasText: text });
    const versionOf = (text: string) => line(text).getByRole('cell').nth(1);
    await expect(versionOf('export default function main')).toHaveText('2');
    await expect(versionOf('// by Bob')).toHaveText('4');
    await expect(versionOf('Good evening')).toHaveText('5');
    await expectLoaded(page);
    await inspectPage(page, 'function-history');
    await page.getByRole('button', { name: 'Show change of version 5' }).click();
    const change = page.getByRole('dialog', { name: 'functions/mine/hello.js' });
    await expect(change).toContainText('Good evening');
    await change.getByRole('button', { name: 'Close', exact: true }).last().click();
    await line('Good evening').getByRole('link', { name: '5' }).click();
    await expect(page.getByRole('dialog')).toContainText('hello.js');
    await page.goBack();
    await page.getByRole('tab', { name: 'Code' }).click();
  });

  await test.step('a call that fails says why and where, and is found in the log', async () => {
    await field(page, 'Input (JSON)').fill('null');
    await card(page, 'Call').getByRole('button', { name: 'Call' }).click();
    await expect(page.getByRole('alert')).toContainText('TypeError');
    await page.getByRole('link', { name: 'functions/mine/hello.js:2' }).click();
    await expect(page).toHaveURL(/line=2/);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await code(page).focus();
    await page.keyboard.type('// every key');
    await expect(code(page)).toContainText('// every key');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.goto(`/console/services/${SERVICE}`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'mine/hello' }) });
    await expect(row.first()).toContainText('3');
    await page.getByRole('tab', { name: 'Logs' }).click();
    await expect(page).toHaveURL(/tab=logs/);
    const log = page.getByRole('table', { name: 'Calls' });
    const entries = log.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(entries).toHaveCount(3);
    await field(page, 'Outcome').selectOption('Failed calls');
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText('The console');
    await expect(entries).toContainText(caller);
    await field(page, 'Function').selectOption('mine/hello');
    await field(page, 'Called by').selectOption({ index: 1 });
    await expect(entries).toHaveCount(1);
    await field(page, 'Search calls').fill('no such thing');
    await expect(page.getByText('No logged call matches this search.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all calls' }).click();
    await expect(entries).toHaveCount(3);
    await entries.first().getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Call of mine/hello' });
    await expect(dialog.getByText(`${caller} · The console`)).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Input' })).toHaveText('null');
    await inspectPage(page, 'invocation');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  await test.step('the stack of a call shows the text of the version that ran, once another one is live', async () => {
    await customerApi.must('POST', `/console/v1/configuration/${SERVICE}/edit`, {
      message: 'Another version',
      files: [{ folderPath: 'functions/others', name: 'other.js', content: SOURCE('Hi'), checksum: null }],
    });
    await page.reload();
    await page
      .getByRole('table', { name: 'Calls' })
      .getByRole('rowheader')
      .first()
      .getByRole('button')
      .click();
    const dialog = page.getByRole('dialog', { name: 'Call of mine/hello' });
    await dialog.getByRole('button', { name: 'functions/mine/hello.js:2' }).click();
    const source = page.getByRole('dialog', { name: 'functions/mine/hello.js' });
    await expect(source.locator('[aria-current]')).toContainText('Good evening');
    await inspectPage(page, 'invocation-source');
    await source.getByRole('button', { name: 'Close', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  await test.step('the log is followed while calls come in, and is exported as it is filtered', async () => {
    const entries = page.getByRole('table', { name: 'Calls' }).getByRole('rowheader');
    await page.getByText('Follow', { exact: true }).click();
    await customerApi.must('POST', `/services/${SERVICE}/invoke/mine/hello`, { name: 'Bob' });
    await expect(entries).toHaveCount(4);
    await page.getByText('Follow', { exact: true }).click();
    await field(page, 'Called from').selectOption('Programs and events');
    await expect(entries).toHaveCount(1);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`calls-${SERVICE}.ndjson`);
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { function: 'mine/hello', input: '{"name":"Bob"}', failure: null },
    ]);
    await field(page, 'From').fill('2030-01-01T00:00');
    await expect(page.getByText('No logged call matches this search.')).toBeVisible();
    await inspectPage(page, 'service-log');
    await page.getByRole('tab', { name: 'Functions' }).click();
  });

  await test.step('the list shows one folder, is searched, and says what each function has cost', async () => {
    const costs = async () =>
      (
        await customerApi.must<{ functions: { function: string }[] }>(
          'GET',
          `/console/v1/usage/function-costs?serviceId=${SERVICE}`,
        )
      ).functions.map((each) => each.function);
    await expect.poll(costs, { timeout: 30_000 }).toContain('mine/hello');
    await page.goto(`/console/services/${SERVICE}`);
    const table = page.getByRole('table', { name: 'Functions' });
    const tree = page.getByRole('navigation', { name: 'Folders of functions' });
    await expect(table.getByRole('link', { name: 'greet', exact: true })).toBeVisible();
    await tree.getByRole('button', { name: /^mine/ }).click();
    await expect(page).toHaveURL(/folder=mine/);
    await expect(table.getByRole('rowheader')).toHaveText(['mine/hello']);
    await expect(table.getByRole('row', { name: /^mine\/hello/ })).toContainText(/[1-9]\S* cents/);
    await expect(table.getByRole('row', { name: /^mine\/hello/ })).toContainText('Not reached');
    await expectLoaded(page);
    await inspectPage(page, 'functions-folder');
    await page.getByRole('searchbox', { name: 'Search functions' }).fill('greet');
    await page.getByRole('button', { name: 'Show all functions' }).click();
    await expect(table.getByRole('link', { name: 'greet', exact: true })).toBeVisible();
  });

  await test.step('it is deleted after the question', async () => {
    await page.getByRole('table', { name: 'Functions' }).getByRole('link', { name: 'mine/hello' }).click();
    await page.getByRole('button', { name: 'Delete function' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('table', { name: 'Functions' })).toBeVisible();
    await expect(
      page.getByRole('table', { name: 'Functions' }).getByRole('link', { name: 'mine/hello' }),
    ).toBeHidden();
  });

  await test.step('its old address says who deleted it, and brings it back', async () => {
    await page.goto(`/console/services/${SERVICE}?function=mine/hello`);
    await expect(page.getByText(/^Deleted in version \d+ by /)).toBeVisible();
    await expectLoaded(page);
    await inspectPage(page, 'deleted-function');
    await page.getByRole('button', { name: /^Return to version \d+$/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Return' }).click();
    await expect(code(page)).toContainText('Good evening');
  });

  await test.step('a function in TypeScript is refused by name, saved, and fails at its line', async () => {
    await page.goto(`/console/services/${SERVICE}`);
    await page.getByRole('button', { name: 'New function' }).click();
    const dialog = page.getByRole('dialog', { name: 'New function' });
    await field(dialog, 'Name').fill('mine/typed');
    await field(dialog, 'Language').selectOption({ label: 'TypeScript: types are removed, not checked' });
    await inspectPage(page, 'new-function');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'mine/typed' })).toBeVisible();
    await expect(code(page, 'mine/typed')).toContainText('input?: { name?: string }');
    await card(page, 'Call').getByRole('button', { name: 'Call' }).click();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('"greeting": "Hello Ada!"');
    const save = async (text: string) => {
      await write(page, text, 'mine/typed');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page
        .getByRole('dialog', { name: 'Save as a new version' })
        .getByRole('button', { name: 'Save' })
        .click();
    };
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await save('enum Greeting { Hi }\n');
    await expect(page.getByRole('dialog', { name: 'Save as a new version' })).toContainText(
      'functions/mine/typed.ts: `enum` (line 1) cannot be removed by position; use a constant object.',
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    await save(
      'type Input = { name: string } | null;\n\nexport default (input: Input): number =>\n  input!.name.length;\n',
    );
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByText('functions/mine/typed.ts', { exact: true })).toBeVisible();
    await field(page, 'Input (JSON)').fill('null');
    await card(page, 'Call').getByRole('button', { name: 'Call' }).click();
    await page.getByRole('link', { name: 'functions/mine/typed.ts:4' }).click();
    await expect(page).toHaveURL(/line=4/);
  });

  await test.step('a service that is not there, and one that cannot be asked, are told', async () => {
    await page.goto('/console/services/nowhere');
    await expect(page.getByRole('heading', { name: 'Service not found' })).toBeVisible();
    await answerWithError(page, `/services/${SERVICE}/export/metadata`, 422, { message: 'Out of order.' });
    await page.goto(`/console/services/${SERVICE}`);
    await expect(card(page, 'Functions').getByRole('alert')).toContainText('Out of order.');
  });
});
