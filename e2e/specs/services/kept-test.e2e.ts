import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { importFiles } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';

const SERVICE = 'hyper-dispatch';
const source = (left: string) =>
  `export default async ({ product, wanted }, { content }) => {
  const { name, stock } = await content.get('products', product);
  await content.update('products', product, { stock: stock - wanted });
  return { name, left: ${left} };
};`;

test('a failed call is kept as a test, which fails, and passes once the function is repaired', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const put = (left: string) =>
    importFiles(customerApi, SERVICE, 'functions/mine', { 'sell.js': source(left) });
  await put('rest');
  await page.goto(`/console/services/${SERVICE}?function=mine/sell`);
  const call = page.getByRole('region', { name: 'Call', exact: true });
  await field(page, 'Input (JSON)').fill('{"product": "cup", "wanted": 3}');
  await call.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(call.getByRole('alert')).toContainText('ReferenceError');

  const dialog = page.getByRole('dialog', { name: 'Keep as test' });
  await test.step('the form proposes a name, and refuses a result that is no JSON', async () => {
    await call.getByRole('button', { name: 'Keep as test' }).click();
    await expect(field(dialog, 'Name')).toHaveValue(/^mine\/sell\/referenceerror-/);
    await expect(dialog.getByText('No call is known that succeeded.')).toBeVisible();
    await field(dialog, 'Expected result (JSON)').fill('{name: cup}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter the result as JSON.')).toBeVisible();
    await field(dialog, 'Name').fill('orders/creates-an-order');
    await field(dialog, 'Expected result (JSON)').fill('{"name": "Cup", "left": 37}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('A test with this name already exists.')).toBeVisible();
    await field(dialog, 'Name').fill('mine/sells-cups');
    const written = dialog.getByRole('region', { name: 'The test' });
    await expect(written).toContainText('await put(content, "products", {');
    await expect(written).toContainText('"stock": 40');
    await inspectPage(page, 'keep-as-test');
  });

  await test.step('it is saved as a version, and fails as it should', async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    const kept = page.getByRole('dialog', { name: 'Test kept' });
    await expect(kept).toContainText(/tests\/mine\/sells-cups is saved as version \d+\./);
    await expect(kept).toContainText('It fails now, as it should.', { timeout: 30_000 });
    await inspectPage(page, 'kept-test');
    await kept.getByRole('link', { name: 'See the result' }).click();
    await expect(page).toHaveURL(/test-runner-dashboard\?runId=/);
    await expect(page.getByText(/ReferenceError|rest is not defined/).first()).toBeVisible();
  });

  await test.step('the repair makes it pass, whatever has been sold since', async () => {
    await put('stock - wanted');
    await customerApi.must('PATCH', '/services/content/entries/products/cup', { stock: 5 });
    await page.goto('/console/test-runner-dashboard');
    await page.getByRole('button', { name: 'Rerun this test' }).first().click();
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('The only test passed', {
      timeout: 30_000,
    });
  });

  await test.step('a failed call of the log is kept with its input', async () => {
    await put('rest');
    await customerApi.call('POST', `/services/${SERVICE}/invoke/mine/sell`, { product: 'cup', wanted: 1 });
    await page.goto(`/console/services/${SERVICE}?function=mine/sell`);
    await page
      .getByRole('table', { name: 'Calls' })
      .getByRole('row')
      .nth(1)
      .getByRole('button')
      .first()
      .click();
    const logged = page.getByRole('dialog', { name: 'Call of mine/sell' });
    await logged.getByRole('button', { name: 'Keep as test' }).click();
    await expect(dialog.getByText('Only the input of this call is known.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Expected outcome' }).selectOption('error');
    await expect(dialog.getByRole('region', { name: 'The test' })).toContainText('expect(error?.message)');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
});
