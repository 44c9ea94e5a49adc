import type { Page } from '@playwright/test';
import { field } from '../../support/forms.ts';
import { expectWithinReach } from '../../support/in-sight.ts';
import { saveScreenshot } from '../../support/looks.ts';
import { mergeDialog, mergedByYou, path, pullConflict } from '../../support/merge-dialog.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

// The tasks of the specification with a thumb: at the width of most phones, and of the narrowest.
test.describe.configure({ timeout: 300_000 });
test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

const WIDTHS = [390, 320];

/** Looks at the page at both widths, with a picture of each. */
async function inspectPhone(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expectWithinReach(page, `${name} at ${width} px`);
    await saveScreenshot(page, `phone-${name}-${width}`);
  }
}

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
