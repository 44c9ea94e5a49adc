import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { importFiles, readLiveFile } from '../../support/live-configuration.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';
import { runAllTests } from '../test-runs/demo-tests.ts';

const SERVICE = 'hyper-dispatch';
const PATH = 'functions/greet.js';

test('a file is edited, its versions are compared, and one file, then all, return to an earlier one', async ({
  page,
  signedIn,
  customerApi,
}) => {
  const before = await readLiveFile(customerApi, SERVICE, PATH);
  const table = page.getByRole('table', { name: 'Versions' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });

  await test.step('any file can be found, read and edited', async () => {
    await page.goto(`/console/services/${SERVICE}?tab=files`);
    await field(page, 'Search files').fill('greet');
    await page.getByRole('link', { name: PATH, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: PATH })).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const code = page.getByRole('textbox', { name: `Code of the file ${PATH}` });
    await code.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('export default () => "changed";\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a new version' });
    await field(dialog, 'Message').fill('Greet everyone alike');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the versions say who made them and why', async () => {
    const tested = await runAllTests(customerApi);
    await page.getByRole('link', { name: 'All files of' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expect(rows.first()).toContainText('Greet everyone alike');
    await expect(rows.first()).toContainText(signedIn.username);
    await expect(rows.first()).toContainText('Live');
    await expect(rows.last()).toContainText('Not run');
    await expectLoaded(page);
    await inspectPage(page, 'service-versions-list');
    const link = rows.first().getByRole('link', { name: /^\d+ of \d+ failed$/ });
    await expect(link).toHaveAttribute('href', new RegExp(`runId=${tested}`));
  });

  await test.step('the changes of a version are compared file by file', async () => {
    await rows.first().getByRole('button', { name: 'View changes' }).click();
    const changes = page.getByRole('dialog', { name: /: changes from version 1 to 2/ });
    await expect(changes.getByRole('row', { name: new RegExp(PATH) })).toContainText('Changed');
    const costs = changes.getByRole('region', { name: 'Cost of 1,000 calls' });
    await expect(costs).toContainText(/No function was called|at the prices of today/);
    await inspectPage(page, 'version-changes');
    await changes.getByRole('button', { name: 'Compare' }).click();
    const compared = page.getByRole('dialog', { name: PATH });
    await expect(compared).toContainText('"changed"');
    await compared.getByRole('button', { name: 'Close', exact: true }).last().click();
    await field(changes, 'To').selectOption('1');
    const same = page.getByRole('dialog', { name: /: changes from version 1 to 1/ });
    await expect(same.getByText('No file differs between these two versions.')).toBeVisible();
    await field(same, 'To').selectOption('2');
    await expect(changes.getByRole('row', { name: new RegExp(PATH) })).toBeVisible();
  });

  await test.step('one file returns to how it was', async () => {
    const changes = page.getByRole('dialog', { name: /: changes from version 1 to 2/ });
    await changes.getByRole('button', { name: 'Return to 1' }).click();
    const question = page.getByRole('alertdialog', { name: `Return ${PATH} to version 1?` });
    await inspectPage(page, 'return-file');
    await question.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(page.getByText(`Version 3 is live: ${PATH} is as in version 1.`)).toBeVisible();
    expect(await readLiveFile(customerApi, SERVICE, PATH)).toBe(before);
    await changes.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  await test.step('the whole service returns, after the names of what changes', async () => {
    await rows
      .filter({ hasText: 'Greet everyone alike' })
      .getByRole('button', { name: 'Return to 2' })
      .click();
    const question = page.getByRole('alertdialog', { name: 'Return to version 2?' });
    await expect(question).toContainText('One file changes, also where others have worked on it since');
    await expect(question).toContainText(PATH);
    await question.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(rows.first()).toContainText('Returned everything to version 2');
    expect(await readLiveFile(customerApi, SERVICE, PATH)).toContain('changed');
  });

  await test.step('whoever saw an older state is refused, and nothing changes', async () => {
    await rows.last().getByRole('button', { name: 'Return to 1' }).click();
    const question = page.getByRole('alertdialog', { name: 'Return to version 1?' });
    await expect(question.getByText(PATH)).toBeVisible();
    await customerApi.must('POST', `/console/v1/configuration/${SERVICE}/edit`, {
      files: [{ folderPath: 'functions', name: 'theirs.js', content: '1;\n', checksum: null }],
    });
    await question.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: 'Nothing was changed' })).toBeVisible();
    expect(await readLiveFile(customerApi, SERVICE, PATH)).toContain('changed');
  });
});

test('a save, a return and a deletion say first what functions declare', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const schedule = `schedule: [{ cron: '0 7 * * 1-5', timeZone: 'Europe/Vienna' }]`;
  await importFiles(customerApi, SERVICE, 'functions', {
    'nightly.js': 'export default () => 1;',
    'nightly.meta.js': `export default { ${schedule} };`,
  });

  await test.step('a save names the new address and the missing secret', async () => {
    await page.goto(`/console/services/${SERVICE}?file=functions/nightly.meta.js`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: /^Code of the file/ }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(
      `export default { http: { path: '/nightly', access: 'public' }, secrets: ['KEY'] };`,
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a new version' });
    await expect(dialog).toContainText('functions/nightly: will be callable by anyone at /nightly (POST)');
    await expect(dialog).toContainText('needs the secret KEY, which is not set');
    await expect(dialog).toContainText('no longer runs at 7:00 on weekdays (Europe/Vienna)');
    await inspectPage(page, 'save-declarations');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a return says what ends and what begins again', async () => {
    await page.goto(`/console/services/${SERVICE}?tab=versions`);
    const rows = page.getByRole('table', { name: 'Versions' }).getByRole('row');
    await rows
      .nth(2)
      .getByRole('button', { name: /^Return to/ })
      .click();
    const question = page.getByRole('alertdialog', { name: /^Return to version/ });
    await expect(question).toContainText('functions/nightly: will no longer be callable at /nightly');
    await expect(question).toContainText('runs at 7:00 on weekdays (Europe/Vienna)');
    await question.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(question).toBeHidden();
  });

  await test.step('a deletion says what ends', async () => {
    await page.goto(`/console/services/${SERVICE}?function=nightly`);
    await page.getByRole('button', { name: 'Delete function' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('no longer runs at 7:00 on weekdays (Europe/Vienna)');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(new RegExp(`/services/${SERVICE}$`));
  });
});
