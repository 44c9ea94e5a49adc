import { field } from '../../support/forms.ts';
import { inspectPhone } from '../../support/in-sight.ts';
import { exportBody, liveVersion } from '../../support/live-configuration.ts';
import { mergeDialog, mergedByYou, path, pullConflict } from '../../support/merge-dialog.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';
import { enterConnection } from '../../support/wizard.ts';

// The tasks of the specification with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 300_000 });
test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

const pages = {
  overview: '/console/',
  usage: '/console/usage',
  payment: '/console/payment',
  invoices: '/console/payment/history',
  prices: '/console/prices',
  profile: '/console/profile',
  functions: '/console/services/hyper-dispatch',
  versions: '/console/services/hyper-dispatch?tab=versions',
  'choose-tests': '/console/run-tests',
};

test('a customer does each task on a phone', async ({ page, signedIn: _, customerApi, git }) => {
  await test.step('every page has its amounts, states and actions in sight', async () => {
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      await expectLoaded(page);
      await inspectPhone(page, name);
    }
  });

  await test.step('a function is called', async () => {
    await page.goto('/console/services/hyper-dispatch?function=greet');
    await field(page, 'Input (JSON)').fill('{"name": "Ada"}');
    await page.getByRole('region', { name: 'Call', exact: true }).getByRole('button', { name: 'Call' }).tap();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('Hello Ada!');
    await inspectPhone(page, 'function');
  });

  await test.step('tests are run, and each one shows its result and duration', async () => {
    await page.goto('/console/run-tests');
    await page.getByRole('button', { name: 'Run', exact: true }).tap();
    await expect(page.getByText(/^All \d+ tests passed$/)).toBeVisible({ timeout: 60_000 });
    for (const passed of await page.getByRole('button', { name: /^\d+ passed$/ }).all()) await passed.tap();
    await inspectPhone(page, 'test-run');
  });

  await test.step('a file is uploaded, compared and submitted', async () => {
    const live = await exportBody(customerApi, 'hyper-dispatch');
    const functions = [...(live['functions'] ?? []), { name: 'late', source: 'export default () => 1;\n' }];
    await page.goto('/console/?openImport=hyper-dispatch');
    const dialog = page.getByRole('dialog', { name: 'Git configuration' });
    await dialog.getByLabel(/^File/).setInputFiles({
      name: 'hyper-dispatch.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...live, functions })),
    });
    await inspectPhone(page, 'upload');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).tap();
    const everything = page.getByRole('dialog', { name: 'Import Everything' });
    await expect(everything.getByRole('combobox', { name: 'Choice for functions/late' })).toBeVisible();
    await inspectPhone(page, 'import-everything');
    const version = await liveVersion(customerApi, 'hyper-dispatch');
    await everything.getByRole('button', { name: 'Submit' }).tap();
    await expect.poll(() => liveVersion(customerApi, 'hyper-dispatch')).toBe(version + 1);
  });

  await test.step('what is live is pushed', async () => {
    const repository = await git.makeRepository('phone-push');
    await page.goto('/console/');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Git Config Push' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Git configuration' });
    await enterConnection(page, git, repository);
    await field(page, 'Commit message').fill('From a phone');
    await dialog.getByRole('button', { name: 'Preview', exact: true }).tap();
    const preview = dialog.getByRole('region', { name: 'What will be pushed' });
    await expect(preview).toContainText('files will be pushed', { timeout: 30_000 });
    await inspectPhone(page, 'push');
    await preview.getByRole('button', { name: 'Push', exact: true }).tap();
    await expect(dialog.getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 });
    await inspectPhone(page, 'pushed');
  });

  await test.step('a pull is compared, merged and submitted', async () => {
    await pullConflict(page, git, customerApi, 'phone');
    await expectLoaded(page);
    await inspectPhone(page, 'diff');
    await page.getByRole('button', { name: 'Conflicts 1' }).tap();
    await page.getByRole('button', { name: `Merge ${path}` }).tap();
    const dialog = mergeDialog(page);
    for (const number of [1, 2]) {
      const choice = dialog.getByRole('group', { name: `Choice for Conflict ${number} of 2` });
      await choice.getByRole('radio', { name: 'Remote', exact: true }).check();
    }
    await inspectPhone(page, 'merge');
    await dialog.getByRole('button', { name: 'Submit' }).tap();
    await expect(mergedByYou(page)).toBeVisible();
    await page.getByRole('button', { name: 'Submit', exact: true }).tap();
    await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
  });
});

const administratorPages = {
  pricing: '/console/pricing',
  bonus: '/console/bonus',
  'access-keys': '/console/access-key',
  customers: '/console/customers',
  audit: '/console/audit',
  platform: '/console/platform',
};

test('an administrator does each task on a phone', async ({ page, customer, signedInAdmin: _ }) => {
  await test.step('every page has its values and actions in sight', async () => {
    for (const [name, address] of Object.entries(administratorPages)) {
      await page.goto(address);
      await expectLoaded(page);
      await inspectPhone(page, name);
    }
  });

  await test.step('prices, bonuses and keys have their forms in sight', async () => {
    for (const [address, button] of [
      ['/console/pricing', 'New pricing'],
      ['/console/bonus', 'New bonus'],
      ['/console/access-key', 'Add Access Key'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('button', { name: button }).tap();
      await expect(page.getByRole('dialog')).toBeVisible();
      await inspectPhone(page, button.toLowerCase().replaceAll(' ', '-'));
    }
  });

  await test.step('a customer is found and looked at', async () => {
    await page.goto('/console/customers');
    await field(page, 'Find').fill(customer.email);
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).tap();
    const found = page.getByRole('table', { name: 'Customers' }).getByRole('link');
    await expect(found).toHaveCount(1);
    await found.tap();
    await expect(page).toHaveURL(/\/console\/customers\/details/);
    await expectLoaded(page);
    await inspectPhone(page, 'customer');
  });
});
