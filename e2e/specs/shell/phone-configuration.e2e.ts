import { field } from '../../support/forms.ts';
import { inspectPhone } from '../../support/in-sight.ts';
import { exportBody, liveVersion } from '../../support/live-configuration.ts';
import { makeConflict, mergeDialog, mergedByYou, path } from '../../support/merge-dialog.ts';
import { openFromMenu, phone, tap } from '../../support/phone.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';
import { enterConnection } from '../../support/wizard.ts';

// The tasks of the configuration with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 240_000 });
test.use({ ...phone, colorScheme: 'dark' });

test('a pull is previewed, compared, merged and submitted on a phone', async ({
  page,
  signedIn: _,
  customerApi,
  git,
}) => {
  const repository = await makeConflict(git, customerApi, 'phone-pull');

  await test.step('the connection is entered', async () => {
    await page.goto('/console/git-pull');
    await enterConnection(page, git, repository);
    await page.getByText('Branch', { exact: true }).tap();
    await page.getByText('Revert to commit sha', { exact: true }).tap();
    await inspectPhone(page, 'pull-form');
    await page.getByText('Branch', { exact: true }).tap();
    await page.getByText('Revert to commit sha', { exact: true }).tap();
    await tap(page.getByRole('main'), 'Pull');
  });

  await test.step('what was found is looked at', async () => {
    await expect(page.getByRole('heading', { name: 'Remote Content (Preview)' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByRole('checkbox', { name: `Select ${path}` })).toBeChecked();
    await expectLoaded(page);
    await inspectPhone(page, 'manifest');
    await tap(page, 'Compare selected files');
  });

  await test.step('what Submit will do is said to its end', async () => {
    await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible({ timeout: 30_000 });
    const summary = page.getByRole('status').filter({ hasText: /Discards 1 change made here\.$/ });
    await expect(summary).toBeVisible();
    expect(await summary.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expectLoaded(page);
    await inspectPhone(page, 'diff');
  });

  await test.step('both sides of a file are compared', async () => {
    await page.getByRole('button', { name: /^Files \(/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Files' });
    await sheet.getByRole('button', { name: 'Conflict 1' }).tap();
    await inspectPhone(page, 'files');
    await sheet.getByRole('button', { name: /^total\.js/ }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(page.locator('.cm-content').first()).toContainText("const line10 = 'remote';");
    await inspectPhone(page, 'compare');
  });

  await test.step('the conflicts are decided, and the merge is submitted', async () => {
    await tap(page, `Merge ${path}`);
    const dialog = mergeDialog(page);
    for (const number of [1, 2]) {
      const choice = dialog.getByRole('group', { name: `Choice for Conflict ${number} of 2` });
      await choice.getByRole('radio', { name: 'Remote', exact: true }).check();
    }
    await expect(dialog.getByText('Ready to submit.')).toBeAttached();
    await inspectPhone(page, 'merge');
    for (const name of ['Preview', 'Cancel', 'Submit'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await tap(dialog, 'Submit');
    await expect(mergedByYou(page)).toBeVisible();
    await tap(page, 'Submit');
    await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
    await inspectPhone(page, 'submitted');
  });
});

test('a file is uploaded, compared and submitted on a phone, and its import is followed', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const live = await exportBody(customerApi, 'hyper-dispatch');
  const functions = [...(live['functions'] ?? []), { name: 'late', source: 'export default () => 1;\n' }];
  const version = await liveVersion(customerApi, 'hyper-dispatch');
  const everything = page.getByRole('dialog', { name: 'Import Everything' });

  await test.step('the file is chosen', async () => {
    await page.goto('/console/?openImport=hyper-dispatch');
    const dialog = page.getByRole('dialog', { name: 'Git configuration' });
    await dialog.getByLabel(/^File/).setInputFiles({
      name: 'hyper-dispatch.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...live, functions })),
    });
    await inspectPhone(page, 'upload');
    await tap(dialog, 'Upload');
  });

  await test.step('each item has its choice, and all of them are submitted', async () => {
    await expect(everything.getByRole('combobox', { name: 'Choice for functions/late' })).toBeVisible();
    await inspectPhone(page, 'import-everything');
    await everything.getByRole('button', { name: 'Submit' }).tap();
    await expect.poll(() => liveVersion(customerApi, 'hyper-dispatch')).toBe(version + 1);
    await expect(everything.getByRole('button', { name: 'Undo' })).toBeVisible();
    await inspectPhone(page, 'imported');
    await everything.getByRole('button', { name: 'Close' }).last().tap();
  });

  await test.step('progress, versions, logs and the status of the cloud are read', async () => {
    await openFromMenu(page, 'Import progress');
    const progress = page.getByRole('dialog', { name: 'Import progress' });
    await expect(progress.getByRole('button', { name: 'Versions' })).toBeVisible();
    await inspectPhone(page, 'import-progress');
    await tap(progress, 'Versions');
    const versions = page.getByRole('dialog', { name: 'Import versions' });
    await expect(versions.getByRole('button', { name: 'View changes' }).first()).toBeVisible();
    await inspectPhone(page, 'import-versions');
    await versions.getByRole('button', { name: 'Close' }).last().tap();
    await progress.getByRole('button', { name: 'Close' }).last().tap();

    await openFromMenu(page, 'Import logs');
    const logs = page.getByRole('dialog', { name: 'Import logs' });
    await expect(logs.getByRole('row').nth(1)).toBeVisible();
    await inspectPhone(page, 'import-logs');
    await logs.getByRole('button', { name: 'Close' }).last().tap();

    await openFromMenu(page, 'System status');
    const status = page.getByRole('dialog', { name: 'Cloud Status' });
    await expect(status.getByRole('row').filter({ hasText: /hyper-dispatch/i })).toContainText('UP');
    await inspectPhone(page, 'cloud-status');
  });
});

test('what is live is pushed on a phone', async ({ page, signedIn: _, git }) => {
  const repository = await git.makeRepository('phone-push');
  await page.goto('/console/usage');
  await openFromMenu(page, 'Git Config Push');
  const dialog = page.getByRole('dialog', { name: 'Git configuration' });
  await enterConnection(page, git, repository);
  await field(page, 'Commit message').fill('From a phone');
  await inspectPhone(page, 'push-form');
  await tap(dialog, 'Preview');
  const preview = dialog.getByRole('region', { name: 'Files to be pushed' });
  await expect(preview).toContainText('files will be pushed', { timeout: 30_000 });
  await inspectPhone(page, 'push');
  await tap(preview, 'Push');
  await expect(dialog.getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 });
  await inspectPhone(page, 'pushed');
});
