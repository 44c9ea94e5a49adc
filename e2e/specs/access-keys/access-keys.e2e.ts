import { generateKeyPairSync } from 'node:crypto';
import { expectErrorDialog, expectFlagged, field, fillFields } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';

const publicKey = () =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();

test('access keys: add, edit with the ID locked, delete after the question', async ({
  page,
  signedInAdmin: _,
}) => {
  await page.goto('/console/access-key');
  await page.getByRole('button', { name: 'Add Access Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Access Key' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expectFlagged(dialog, ['ID', 'Key']);
  await expect(dialog.getByText('Please provide ID.')).toBeVisible();
  await expect(dialog.getByText('Please provide key.')).toBeVisible();
  await fillFields(dialog, { ID: ' e2e-robot ', Key: 'not a key' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expectErrorDialog(page, 'This is not a public key.');
  await expectFlagged(dialog, ['Key']);
  await expect(field(dialog, 'Key')).toBeFocused();
  await field(dialog, 'Key').fill(publicKey());
  await dialog.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('row', { name: /e2e-robot.*Ed25519.*SHA256:/ });
  await expect(row).toBeVisible();
  await expect(row).toContainText('Signs in as admin, an administrator');

  await row.getByRole('button', { name: 'Edit access key e2e-robot' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Access Key' });
  await expect(field(edit, 'ID')).not.toBeEditable();
  await field(edit, 'Key').fill(publicKey());
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();

  await row.getByRole('button', { name: 'Delete access key e2e-robot' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete access key "e2e-robot"?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  // Its button has gone with the row: the last one of the next row that can be pressed takes the focus.
  await expect(
    page.getByRole('button', { name: /^(Edit|Delete) access key/ }).and(page.locator(':focus')),
  ).toHaveCount(1);

  // The platform refuses to delete the key of a service, so there is no question.
  const ofService = page.getByRole('row', { name: /The service Functions signs in with this key\./ });
  await expect(ofService.getByRole('button', { name: /^Delete access key/ })).toBeDisabled();
  // Nor is it edited: the button says how it is replaced.
  await ofService.getByRole('button', { name: /^Edit access key/ }).press('Enter');
  await expect(page.getByText('service rotate-key hyper-dispatch')).toBeVisible();
  await expect(edit).toBeHidden();
});
