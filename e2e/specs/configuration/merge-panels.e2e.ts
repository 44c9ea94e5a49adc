import { inspectPage } from '../../support/accessibility.ts';
import { readLiveFile } from '../../support/live-configuration.ts';
import { saveScreenshot } from '../../support/looks.ts';
import { exchange, mergeDialog, openDiff, writeLive } from '../../support/merge-dialog.ts';
import { expect, test } from '../../support/test.ts';
import { choicesOf, showFile, submitAsked } from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });

const code = (word: string) =>
  `${Array.from({ length: 30 }, (_, line) => `const line${line} = ${line};`).join('\n')}\nexport default () => '${word}';\n`;
const shop = 'functions/shop';
/** Too long for one line of the list of files. */
const huge = 'huge-because-it-has-a-table-of-all-postal-codes.js';
const inGit = (name: string) => `hyper-dispatch/${shop}/${name}`;

test('panels of their own: modify/delete both ways, add/add, binary, too large', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  const repository = await git.makeRepository('merge-panels');
  await repository.commit({
    [inGit('kept-here.js')]: code('base'),
    [inGit('kept-there.js')]: code('base'),
    [inGit('plainly-deleted.js')]: code('base'),
    [inGit('picture.js')]: code('base'),
    [inGit(huge)]: code('base'),
  });
  await exchange(customerApi, git, repository);
  await writeLive(customerApi, code('changed here'), 'kept-here.js');
  await writeLive(customerApi, null, 'kept-there.js');
  await writeLive(customerApi, code('added here'), 'both.js');
  await repository.commit({
    [inGit('kept-here.js')]: null,
    [inGit('kept-there.js')]: code('changed there'),
    [inGit('plainly-deleted.js')]: null,
    [inGit('both.js')]: code('added there'),
    [inGit('picture.js')]: new Uint8Array([0xff, 0xfe, 0, 1, 2, 0xc3, 0x28]),
    [inGit(huge)]: `// ${'x'.repeat(1024 * 1024)}\n`,
  });
  await openDiff(page, git, customerApi, repository);
  await page.getByRole('searchbox', { name: 'Search by name or folder' }).fill(shop);
  const shown = page.getByRole('region', { name: 'Comparison' });
  const show = (name: string) => showFile(page, `${shop}/${name}`);
  const dialogOf = (name: string) => mergeDialog(page, `${shop}/${name}`);
  const open = async (name: string) => {
    await show(name);
    await page.getByRole('button', { name: `Merge ${shop}/${name}` }).click();
  };
  const choice = (name: string, label: string) =>
    choicesOf(page, `${shop}/${name}`).getByRole('radio', { name: label, exact: true });

  await test.step('remote deleted what local changed', async () => {
    await show('plainly-deleted.js');
    await expect(shown.getByText('Modify/delete')).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Merge ${shop}/plainly-deleted.js` })).toHaveCount(0);
    await show('kept-here.js');
    await expect(shown.getByText('Modify/delete')).toBeVisible();
    await expect(choice('kept-here.js', 'Delete')).toBeChecked();
    await open('kept-here.js');
    const dialog = dialogOf('kept-here.js');
    await expect(dialog.getByText('Deleted in git, but changed here')).toBeVisible();
    await expect(dialog.getByText('Chosen now: Delete.')).toBeVisible();
    await expect(dialog.locator('.cm-merge-a')).toContainText("'base'");
    await expect(dialog.locator('.cm-merge-b')).toContainText("'changed here'");
    await inspectPage(page, 'merge-modify-delete');
    await dialog.getByRole('button', { name: 'Keep Local: the changed file stays' }).click();
    await expect(dialog).toBeHidden();
    await expect(choice('kept-here.js', 'Local')).toBeChecked();
  });

  await test.step('local deleted what remote changed', async () => {
    await show('kept-there.js');
    await expect(shown.getByText('Modify/delete')).toBeVisible();
    await open('kept-there.js');
    const dialog = dialogOf('kept-there.js');
    await expect(dialog.getByText('Deleted here, but changed in git')).toBeVisible();
    await expect(dialog.locator('.cm-merge-b')).toContainText("'changed there'");
    await dialog.getByRole('button', { name: 'Keep Local: the file stays deleted' }).click();
    await expect(choice('kept-there.js', 'Skip')).toBeChecked();
    await open('kept-there.js');
    await dialog.getByRole('button', { name: 'Apply Remote: take the changed file' }).click();
    await expect(choice('kept-there.js', 'New')).toBeChecked();
  });

  await test.step('both added a file of the same name', async () => {
    await show('both.js');
    await expect(shown.getByText('Add/add')).toBeVisible();
    await open('both.js');
    const dialog = dialogOf('both.js');
    await expect(dialog.getByText('Added both here and in git since the last exchange.')).toBeVisible();
    await expect(dialog.getByTestId('merge-counts')).toHaveText('1 difference left · 0 changes');
    const files = dialog.getByRole('navigation', { name: 'Changed files' });
    await expect(files).toContainText(/2 of \d with conflicts decided/);
    await expect(files.getByRole('button', { name: /^both\.js/ })).toContainText('1 conflict');
    const long = files.getByText(huge, { exact: true });
    expect(await long.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await files.getByRole('button', { name: 'Next file with conflicts' }).click();
    await expect(files.getByText('No other file has conflicts. 2 files could not be read.')).toBeVisible();
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 1024, height });
    await expect(files.getByRole('button', { name: /^kept-here\.js/ })).toBeHidden();
    await files.getByRole('button', { name: '5 files' }).click();
    await expect(files.getByRole('button', { name: /^kept-here\.js/ })).toBeVisible();
    await saveScreenshot(page, 'merge-files-narrow');
    await page.setViewportSize({ width, height });
    await dialog.getByRole('button', { name: 'Keep Local for the whole file' }).click();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(shown.getByText('Merged by you')).toBeVisible();
  });

  await test.step('what cannot be taken, and has nothing to choose where it is only looked at', async () => {
    await show('picture.js');
    await expect(shown.getByText("The remote's file is binary")).toBeVisible();
    await page.getByRole('button', { name: `Compare ${shop}/picture.js` }).click();
    await dialogOf('picture.js').getByRole('button', { name: 'Three-way view' }).click();
    await expect(dialogOf('picture.js').getByText("The remote's file is binary")).toBeVisible();
    await expect(dialogOf('picture.js').getByRole('button', { name: 'Keep Local' })).toHaveCount(0);
    await dialogOf('picture.js').getByRole('button', { name: 'Close' }).last().click();
    await open('picture.js');
    await expect(dialogOf('picture.js').getByText("The remote's file is binary")).toBeVisible();
    await expect(dialogOf('picture.js').getByRole('button', { name: 'Apply Remote' })).toHaveCount(0);
    await inspectPage(page, 'merge-binary');
    await dialogOf('picture.js').getByRole('button', { name: 'Keep Local' }).click();
    await expect(choice('picture.js', 'Local')).toBeChecked();
    await open(huge);
    await expect(
      dialogOf(huge).getByText("The remote's file is larger than a configuration file may be."),
    ).toBeVisible();
    await dialogOf(huge).getByRole('button', { name: 'Keep Local' }).click();
  });

  await submitAsked(page);
  await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
  const read = (name: string) => readLiveFile(customerApi, 'hyper-dispatch', `${shop}/${name}`);
  expect(await read('kept-here.js')).toBe(code('changed here'));
  expect(await read('kept-there.js')).toBe(code('changed there'));
  expect(await read('both.js')).toBe(code('added here'));
  expect(await read('picture.js')).toBe(code('base'));
});
