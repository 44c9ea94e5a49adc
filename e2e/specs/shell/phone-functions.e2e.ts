import { field } from '../../support/forms.ts';
import { inspectPhone } from '../../support/in-sight.ts';
import { exportBody, readLiveFile } from '../../support/live-configuration.ts';
import { phone, tap } from '../../support/phone.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

// The tasks around functions with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 180_000 });
test.use({ ...phone, colorScheme: 'dark' });

test('a function is called, changed and saved on a phone, and its history read', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  await test.step('it is called', async () => {
    await page.goto('/console/services/hyper-dispatch?function=greet');
    await field(page, 'Input (JSON)').fill('{"name": "Ada"}');
    await tap(page.getByRole('region', { name: 'Call', exact: true }), 'Call');
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('Hello Ada!');
    await inspectPhone(page, 'function');
  });

  await test.step('it is changed, looked at and saved', async () => {
    await tap(page, 'Edit');
    const code = page.getByRole('textbox', { name: 'Code of the function greet' });
    await code.press('ControlOrMeta+End');
    await page.keyboard.insertText('// by thumb\n');
    await tap(page, 'Show changes');
    await inspectPhone(page, 'function-draft');
    await tap(page, 'Save');
    const dialog = page.getByRole('dialog', { name: 'Save as a new version' });
    await field(dialog, 'Message').fill('From a phone');
    await inspectPhone(page, 'function-save');
    await tap(dialog, 'Save');
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => readLiveFile(customerApi, 'hyper-dispatch', 'functions/greet.js'))
      .toContain('// by thumb');
  });

  await test.step('its history says who brought a line, when and with which version', async () => {
    await page.getByRole('tab', { name: 'History' }).tap();
    const line = page
      .getByRole('table', { name: 'Lines with their versions' })
      .getByRole('row')
      .filter({ hasText: '// by thumb' });
    await expect(line).toContainText('By');
    await expect(line).toContainText('Made');
    await expect(line).toContainText('Commit');
    await expectLoaded(page);
    await inspectPhone(page, 'function-history');
  });
});

test('what went live is taken back on a phone', async ({ page, signedIn: _, customerApi }) => {
  await customerApi.must('POST', '/console/v1/configuration/hyper-dispatch/edit', {
    files: [
      { folderPath: 'functions', name: 'by-thumb.js', checksum: null, content: 'export default () => 1;\n' },
    ],
  });
  await page.goto('/console/services/hyper-dispatch?tab=versions');
  await page.getByRole('button', { name: 'Return to 1' }).last().tap();
  const question = page.getByRole('alertdialog');
  await inspectPhone(page, 'return-to-version');
  await question.getByRole('button', { name: /^Return/ }).tap();
  await expect(page.getByText('Returned everything to version 1').first()).toBeVisible();
  expect(JSON.stringify(await exportBody(customerApi, 'hyper-dispatch'))).not.toContain('by-thumb');
});
