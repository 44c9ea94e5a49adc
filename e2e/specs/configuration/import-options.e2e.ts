import {
  exportAsFiles,
  exportBody,
  importFiles,
  invoke,
  liveVersion,
} from '../../support/live-configuration.ts';
import { saveScreenshot } from '../../support/looks.ts';
import { openSettings } from '../../support/settings.ts';
import { expect, test } from '../../support/test.ts';
import { enterConnection } from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });

const entries = (...names: string[]) =>
  `export default [\n${names.map((name) => `  { id: '${name}' },\n`).join('')}];\n`;

const ONLY_PRODUCT = { id: 'only', name: 'Only', priceCents: 1, stock: 1, reorderAt: 0 };
const PRODUCTS = `export default ${JSON.stringify([ONLY_PRODUCT])};\n`;
const FASTER_PRODUCTS = `export default ${JSON.stringify([{ ...ONLY_PRODUCT, id: 'faster' }])};\n`;
const metadata = (id: string) => `export default {\n  id: '${id}',\n};\n`;

test('a pull into the import dialog: data, merges with a twin, diff tables, resume, versions', async ({
  page,
  git,
  signedIn: _,
  customerApi,
}) => {
  const body = (service: string) => exportBody(customerApi, service);
  const live = {
    ...(await exportAsFiles(customerApi, 'hyper-dispatch')),
    ...(await exportAsFiles(customerApi, 'content')),
  };
  // A live collection of which the repository holds something that cannot be read.
  const kept = 'collections/kept.js';
  await importFiles(customerApi, 'content', 'collections', {
    'kept.js': entries('kept'),
    'kept.meta.js': metadata('kept'),
  });
  const repository = await git.makeRepository('import-options');
  const commit = await repository.commit({
    ...live,
    'content/collections/fresh.js': entries('one', 'two'),
    'content/collections/fresh.meta.js': metadata('fresh'),
    'content/collections/bare.js': entries('one', 'two'),
    'content/collections/bare.meta.js': metadata('bare'),
    'content/collections/products.js': PRODUCTS,
    [`content/${kept}`]: new Uint8Array([0xff, 0xfe, 0, 1]),
    'content/collections/kept.meta.js': metadata('kept'),
    'hyper-dispatch/functions/greet.js': 'export default () => "from git";\n',
    'hyper-dispatch/functions/added.js': 'export default () => "added";\n',
  });
  await page.goto('/console/');
  await openSettings(page, 'Upload file');
  const dialog = page.getByRole('dialog', { name: 'Git configuration' });
  await dialog.getByRole('tab', { name: 'Pull' }).click();
  await enterConnection(page, git, repository);
  await dialog.getByRole('button', { name: 'Pull', exact: true }).click();
  const everything = page.getByRole('dialog', { name: 'Import Everything' });
  await expect(everything).toBeVisible({ timeout: 30_000 });
  const choice = (path: string) => everything.getByRole('combobox', { name: `Choice for ${path}` });

  await test.step('what cannot be read is told, and is no deletion', async () => {
    await expect(everything.getByText(/^1 file was skipped/)).toContainText(`skipped: content/${kept}, `);
    await expect(choice('collections/kept')).toHaveCount(0);
  });

  await test.step('every state has the options of the table, the first one chosen', async () => {
    await expect(choice('collections/fresh').getByRole('option')).toHaveText([
      'New with data',
      'Skip',
      'New without data',
    ]);
    await expect(choice('collections/products').getByRole('option')).toHaveText([
      'Remote with data',
      'Local',
      'Merge in local (adds remote as a live copy)',
      'Merge in remote (adds local as a live copy)',
      'Remote without data',
    ]);
    await expect(choice('functions/added').getByRole('option')).toHaveText(['New', 'Skip']);
    await choice('collections/bare').selectOption('New without data');
  });

  await test.step('fields that differ stand in tables', async () => {
    await everything.getByRole('button', { name: 'Diff tables' }).last().click();
    const tables = page.getByRole('dialog', { name: 'Functions: diff tables' });
    await expect(tables.getByText('functions/greet').first()).toBeVisible();
    await expect(tables.getByText('source', { exact: true }).first()).toBeVisible();
    await saveScreenshot(page, 'diff-tables');
    await tables.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('only hyper-dispatch offers merges for all', async () => {
    const merge = everything.getByRole('button', { name: 'Merge into LOCAL' });
    await expect(merge).toHaveCount(1);
    await merge.click();
    await expect(choice('functions/greet')).toHaveValue('mergeLocal');
    await expect(choice('functions/added')).toHaveValue('skip');
  });

  const before = await liveVersion(customerApi, 'hyper-dispatch');
  await test.step('a service that moved is compared again; what is merged already is not sent again', async () => {
    await importFiles(customerApi, 'content', 'collections', { 'products.js': FASTER_PRODUCTS });
    const submit = async () => {
      await everything.getByRole('button', { name: 'Submit', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
    };
    await submit();
    await expect(everything.getByText(/Version \d+ of \S.* is live/)).toHaveCount(1);
    await expect(everything.getByRole('listitem').filter({ hasText: 'products.js' })).toBeVisible();
    await everything.getByRole('button', { name: 'Compare again' }).click();
    await expect(
      everything.getByText('Nothing was changed: this service could not be submitted.'),
    ).toHaveCount(0);
    await submit();
    await expect(everything.getByText(/Version \d+ of \S.* is live/)).toHaveCount(2);
    expect(await liveVersion(customerApi, 'hyper-dispatch')).toBe(before + 1);
  });
  await everything.getByRole('button', { name: 'Close' }).last().click();

  await test.step('what was merged stands twice: the live one, and a disabled twin with a tag', async () => {
    const tag = `merged-${commit.slice(0, 10)}`;
    const functions = (await body('hyper-dispatch'))['functions'] ?? [];
    const twin = functions.find(({ name }) => name === `greet-${tag}`);
    expect(twin).toMatchObject({ disabled: true, source: 'export default () => "from git";\n' });
    expect(twin?.tags).toContain(tag);
    expect(functions.find(({ name }) => name === 'added')).toBeUndefined();
    expect((await invoke(customerApi, 'greet')).body).not.toBe('from git');
    expect((await invoke(customerApi, `greet-${tag}`)).status).toBeGreaterThanOrEqual(400);
    const collections = (await body('content'))['collections'] ?? [];
    const entriesOf = (name: string) => collections.find((item) => item.name === name)?.entries;
    expect(entriesOf('fresh')).toEqual([{ id: 'one' }, { id: 'two' }]);
    expect(entriesOf('bare')).toEqual([]);
    expect(entriesOf('kept')).toEqual([{ id: 'kept' }]);
    expect(entriesOf('products')).toEqual([ONLY_PRODUCT]);
  });

  await test.step('the pull can be gone on with later', async () => {
    await openSettings(page, 'Import progress');
    const progress = page.getByRole('dialog', { name: 'Import progress' });
    await expect(progress.getByRole('row', { name: /Pull Pulled/ })).toBeVisible();
    await progress.getByRole('button', { name: /^Import Everything: Pull/ }).click();
    await expect(choice('functions/added')).toBeVisible();
    await everything.getByRole('button', { name: 'Cancel' }).click();
    await openSettings(page, 'Import progress');
    await progress.getByRole('button', { name: /^Resume: Pull/ }).click();
    await expect(page.getByRole('heading', { name: 'Remote Content (Preview)' })).toBeVisible();
  });

  await test.step('one object of a version is compared and brought back, then all services', async () => {
    await openSettings(page, 'Import progress');
    await page
      .getByRole('dialog', { name: 'Import progress' })
      .getByRole('button', { name: 'Versions' })
      .click();
    const versions = page.getByRole('dialog', { name: 'Import versions' });
    const row = versions.getByRole('row').filter({ hasText: 'Content' }).first();
    await expect(row).toBeVisible();
    // What is open is in the address.
    await page.reload();
    await row.getByRole('button', { name: 'View changes' }).click();
    const objects = page.getByRole('dialog', { name: /objects$/ });
    const product = objects.getByRole('row').filter({ hasText: 'products' });
    await product.getByRole('button', { name: 'Compare' }).click();
    const compared = page.getByRole('dialog', { name: 'collections/products' });
    await expect(compared.locator('.cm-merge-b')).toContainText('"only"');
    await saveScreenshot(page, 'version-compare');
    await compared.getByRole('button', { name: 'Close' }).last().click();
    await product.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/products restored as live version/)).toBeVisible();
    const collections = (await body('content'))['collections'] ?? [];
    expect(collections.find(({ name }) => name === 'products')?.entries).not.toEqual([ONLY_PRODUCT]);
    expect(collections.find(({ name }) => name === 'fresh')?.entries).toHaveLength(2);
    await objects.getByRole('button', { name: 'Close' }).last().click();
    await versions
      .getByRole('row')
      .filter({ hasText: 'Functions' })
      .first()
      .getByRole('button', { name: 'Restore all' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/All services of the import restored/)).toBeVisible();
    expect((await body('content'))['collections']?.find(({ name }) => name === 'fresh')).toBeUndefined();
    expect(await liveVersion(customerApi, 'hyper-dispatch')).toBe(before + 2);
  });
});

test('the dialog tells after two minutes that it is old; a refused import is told and logged with its stack', async ({
  page,
  guard,
  signedIn: _,
  customerApi,
}) => {
  const body = await exportBody(customerApi, 'hyper-dispatch');
  const changed = {
    ...body,
    functions: [...(body['functions'] ?? []), { name: 'late', source: `// ${'x'.repeat(1024 * 1024)}\n` }],
  };
  await page.clock.install();
  await page.goto('/console/?openImport=hyper-dispatch');
  const dialog = page.getByRole('dialog', { name: 'Git configuration' });
  await dialog.getByLabel(/^File/).setInputFiles({
    name: 'hyper-dispatch.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(changed)),
  });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  const everything = page.getByRole('dialog', { name: 'Import Everything' });
  await expect(everything).toBeVisible();
  // Time also passes by itself: ten seconds are left for a slow machine.
  await page.clock.runFor(110_000);
  await expect(everything.getByText('This comparison is more than two minutes old.')).toHaveCount(0);
  await page.clock.runFor(11_000);
  await expect(everything.getByText('This comparison is more than two minutes old.')).toBeVisible();

  guard.expectFault(/500/);
  await page.route('**/git/config/import', (route) => route.fulfill({ status: 500, json: {} }));
  await everything.getByRole('button', { name: 'Submit' }).click();
  const failure = page.getByRole('alertdialog', { name: 'It is not known whether this was submitted.' });
  await expect(failure).toContainText('An unexpected error encountered when connecting to the server.');
  await failure.getByRole('button', { name: 'Ok' }).click();
  await page.unroute('**/git/config/import');

  // Larger than a file may be: the service refuses it.
  await everything.getByRole('button', { name: 'Submit' }).click();
  await expect(
    everything.getByText('Nothing was changed: this service could not be submitted.'),
  ).toBeVisible();

  // Someone else is faster.
  const baseVersion = await liveVersion(customerApi, 'hyper-dispatch');
  await importFiles(customerApi, 'hyper-dispatch', 'functions', { 'faster.js': '1;\n' });
  await everything.getByRole('button', { name: 'Submit' }).click();
  const refusal = /The live configuration has changed since it was compared/;
  await expect(everything.getByText(refusal)).toBeVisible();
  expect(await liveVersion(customerApi, 'hyper-dispatch')).toBe(baseVersion + 1);
  // The same would only be refused again.
  await everything.getByRole('button', { name: 'Submit' }).click();
  await expect(everything.getByText(`Compared again with version ${baseVersion + 1}.`)).toBeVisible();
  await expect(everything.getByText(refusal)).toHaveCount(0);
  await expect(everything.getByText('This comparison is more than two minutes old.')).toHaveCount(0);
  await everything.getByRole('button', { name: 'Cancel' }).click();

  await openSettings(page, 'Import progress');
  const progress = page.getByRole('dialog', { name: 'Import progress' });
  const newest = progress.getByRole('row', { name: /Import Failed/ }).first();
  await expect(newest).toContainText('Functions was not imported.');
  await expect(newest).toContainText(refusal);
  await progress.getByRole('button', { name: 'Close' }).last().click();

  await openSettings(page, 'Import logs');
  const logs = page.getByRole('dialog', { name: 'Import logs' });
  await expect(logs.getByRole('row').nth(1)).toContainText(refusal);
  await logs.getByRole('button', { name: 'Stack trace' }).first().click();
  await expect(logs.locator('pre').first()).toContainText('at ');
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/console/v1/consolidated/log')) reads++;
  });
  await page.clock.runFor(10_500);
  await expect.poll(() => reads).toBe(1);
  await page.clock.runFor(10_500);
  await expect.poll(() => reads).toBe(2);
});
