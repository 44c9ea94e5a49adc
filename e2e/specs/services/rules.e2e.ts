import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import type { Api } from '../../support/api.ts';
import { answerWithError, field } from '../../support/forms.ts';
import { readLiveFile } from '../../support/live-configuration.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test.describe.configure({ timeout: 180_000 });

/** A concurrent change by someone else. */
async function editLive(
  api: Api,
  service: string,
  path: string,
  change: (text: string) => string | null,
): Promise<void> {
  const [folderPath, name] = path.split('/') as [string, string];
  const source = `/services/${service}/export/source/file`;
  const live = await api.must<{ content: string; checksum: string }>('POST', source, {
    folder: folderPath,
    name,
  });
  await api.must('POST', `/console/v1/configuration/${service}/edit`, {
    message: 'Changed by someone else',
    files: [{ folderPath, name, content: change(live.content), checksum: live.checksum }],
  });
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });

test('rules are read, made, changed and deleted in a form that writes their files', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const service = 'hyper-dispatch';
  const dialog = page.getByRole('dialog');
  const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click();

  await test.step('each rule stands with its event and its function', async () => {
    await page.goto(`/console/services/${service}`);
    await page.getByRole('tab', { name: 'Rules' }).click();
    await expect(page).toHaveURL(/tab=rules/);
    await expect(rowOf(page, 'confirm-orders')).toContainText('order.created');
    await expect(
      rowOf(page, 'confirm-orders').getByRole('link', { name: 'mails/confirm-order' }),
    ).toBeVisible();
    await expectLoaded(page);
    await inspectPage(page, 'service-rules');
  });

  await test.step('a new one is checked, live at once, and called', async () => {
    await page.getByRole('button', { name: 'New rule' }).click();
    await field(dialog, 'Name').fill('confirm-orders');
    await field(dialog, 'Event').fill('an order');
    await field(dialog, 'Function').fill('no/such');
    await save();
    await expect(dialog.getByText('A rule with this name already exists.')).toBeVisible();
    await expect(dialog.getByText('Parts are joined by dots')).toBeVisible();
    await expect(dialog.getByText('No function has this name.')).toBeVisible();
    await inspectPage(page, 'service-rule');
    await field(dialog, 'Name').fill('greet-guests');
    await field(dialog, 'Event').fill('guest.*');
    await field(dialog, 'Function').fill('greet');
    await field(dialog, 'Message').fill('Greet everyone');
    await save();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'greet-guests')).toContainText('guest.*');
    const { handled } = await customerApi.must<{ handled: { rule: string; status: string }[] }>(
      'POST',
      `/services/${service}/events/guest.arrived`,
      { name: 'Ada' },
    );
    expect(handled).toMatchObject([{ rule: 'greet-guests', status: 'OK' }]);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expect(page.getByRole('cell', { name: 'Greet everyone' })).toBeVisible();
    await page.getByRole('tab', { name: 'Rules' }).click();
  });

  await test.step('what someone else saved meanwhile is merged, never written over', async () => {
    await editLive(customerApi, service, 'rules/greet-guests.meta.js', (text) =>
      text.replace('export', '// Of the reception.\nexport'),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Edit rule greet-guests' }).click();
    await expect(field(dialog, 'Event')).toHaveValue('guest.*');
    await editLive(customerApi, service, 'rules/greet-guests.meta.js', (text) =>
      text.replace('order: 10', 'order: 30').replace('guest.*', 'guest.**'),
    );
    await field(dialog, 'Event').fill('guest.arrived');
    await dialog.getByRole('checkbox', { name: 'Enabled' }).uncheck();
    await save();
    await expect(dialog.getByText('Someone else changed this meanwhile')).toBeVisible();
    await expect(dialog.getByText('Taken from their version: Order.')).toBeVisible();
    await expect(dialog.getByText('Changed by both of you, yours kept: Event.')).toBeVisible();
    await inspectPage(page, 'service-rule-merged');
    await save();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'greet-guests')).toContainText('Off');
    expect(await readLiveFile(customerApi, service, 'rules/greet-guests.meta.js')).toBe(
      '// Of the reception.\nexport default {\n  id: "greet-guests",\n  event: "guest.arrived",\n  function: "greet",\n  order: 30,\n  disabled: true,\n};\n',
    );
  });

  await test.step('one that a form cannot show is edited as text', async () => {
    await editLive(customerApi, service, 'rules/greet-guests.meta.js', () => 'export default makeRule();\n');
    await page.reload();
    await expect(rowOf(page, 'greet-guests')).toContainText('Unreadable');
    await rowOf(page, 'greet-guests').getByRole('link', { name: 'Edit as text' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'rules/greet-guests.meta.js' })).toBeVisible();
    await page.goBack();
  });

  await test.step('it is deleted after the question', async () => {
    await page.getByRole('button', { name: 'Delete rule greet-guests' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, 'greet-guests')).toBeHidden();
    await expect(rowOf(page, 'confirm-orders')).toBeVisible();
  });

  await test.step('a refusal is said in the form, which keeps what was typed', async () => {
    await page.getByRole('button', { name: 'Edit rule low-stock' }).click();
    await answerWithError(page, `/console/v1/configuration/${service}/edit`, 422, {
      message: 'Out of order.',
    });
    await field(dialog, 'Description').fill('Kept');
    await save();
    await expect(dialog.getByRole('alert')).toContainText('Out of order.');
    await expect(field(dialog, 'Description')).toHaveValue('Kept');
  });
});

test('collections are made and changed in a form; entries that do not fit refuse the change', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const service = 'content';
  const dialog = page.getByRole('dialog');
  const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const part = (name: string) => dialog.getByRole('group', { name, exact: true });

  await page.goto(`/console/services/${service}?tab=collections`);
  await expect(rowOf(page, 'products')).toContainText('priceCents');
  await expectLoaded(page);
  await inspectPage(page, 'service-collections');

  await test.step('a new one takes entries that fit, and no others', async () => {
    await page.getByRole('button', { name: 'New collection' }).click();
    await field(dialog, 'Name of the collection').fill('guests');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await field(part('field 2'), 'Name').fill('id');
    await save();
    await expect(dialog.getByText('A field with this name already exists.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).last().fill('meal');
    await field(part('meal'), 'Type').selectOption('One of several values');
    await save();
    await expect(dialog.getByText('Enter the allowed values.')).toBeVisible();
    await field(part('meal'), 'Allowed values').fill('fish, cake');
    await inspectPage(page, 'service-collection');
    await save();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'guests')).toContainText('id, meal');
    const entries = `/services/${service}/entries/guests`;
    expect((await customerApi.call('POST', entries, { id: 'ada', meal: 'soup' })).status).toBe(422);
    expect((await customerApi.call('POST', entries, { id: 'ada', meal: 'cake' })).status).toBe(200);
  });

  await test.step('a field that entries of the configuration do not fit is refused with the reason', async () => {
    await page.getByRole('button', { name: 'Edit collection products' }).click();
    await field(part('name'), 'Type').selectOption('Whole number');
    await save();
    await expect(dialog.getByRole('alert')).toContainText('name must be integer');
    await field(part('name'), 'Type').selectOption('Text');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await field(part('field 7'), 'Name').fill('origin');
    for (const [at, name] of ['extra', 'more'].entries()) {
      await dialog.getByRole('button', { name: 'Add field' }).click();
      await field(part(`field ${at + 8}`), 'Name').fill(name);
    }
    // Focus stays near a field that was removed with the keyboard.
    await dialog.getByRole('button', { name: 'Remove extra' }).press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove more' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove origin' })).toBeFocused();
    await save();
    await expect(dialog).toBeHidden();
    const text = await readLiveFile(customerApi, service, 'collections/products.meta.js');
    expect(text).toContain('origin: {');
    expect(text).toContain('maxLength: 100');
  });

  await test.step('it is deleted with its entries', async () => {
    await page.getByRole('button', { name: 'Delete collection guests' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, 'guests')).toBeHidden();
  });
});
