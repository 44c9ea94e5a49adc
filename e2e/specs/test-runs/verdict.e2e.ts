import type { Locator } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { countClicks } from '../../support/clicks.ts';
import { answerWithError } from '../../support/forms.ts';
import { NARROW, WIDE } from '../../support/looks.ts';
import { expect, test } from '../../support/test.ts';
import { addTests, demoTests, fact, rowOf, runAllTests } from './demo-tests.ts';

test.describe.configure({ timeout: 180_000 });

const healthy = Object.fromEntries(
  ['fails.js', 'throws.js', 'throws-too.js'].map((name) => [name, 'export default function passes() {}\n']),
);

test('a run says what failed, why, and since when', async ({ page, guard, signedIn: _, customerApi }) => {
  await addTests(customerApi, healthy);
  const passed = await runAllTests(customerApi);
  const broken = { ...demoTests, 'throws-too.js': demoTests['throws.js'] };
  await addTests(customerApi, broken);
  const failed = await runAllTests(customerApi);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const failures = page.getByRole('region', { name: /^Failures/ });

  await test.step('a run in which all passed says so, and folds them', async () => {
    await page.goto(`/console/run-tests?runId=${passed}`);
    await expect(verdict).toContainText(/^All \d+ tests passed/);
    await expect(verdict.getByRole('button', { name: 'Rerun failed' })).toHaveCount(0);
    await expect(rowOf(page, 'demo/fails.js')).toHaveCount(0);
    await expect(failures).toHaveCount(0);
  });

  await test.step('the verdict comes first, with the version, its author and its time', async () => {
    await page.goto(`/console/run-tests?runId=${failed}`);
    await expect(verdict).toContainText(
      /^3 of \d+ failed: 2 for one reason, new since version \d+ \(.+, \d\d:\d\d\), 1 test skipped/,
    );
    await expect(failures.getByRole('heading', { level: 3 }).first()).toContainText('2 tests');
    await expect(failures.getByText('New', { exact: true })).toHaveCount(3);
    await inspectPage(page, 'run-tells');
  });

  await test.step('on a phone the failures come before the facts of the run', async () => {
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const facts = fact(page, 'Status');
    await page.setViewportSize(NARROW);
    expect(await topOf(failures)).toBeLessThan(await topOf(facts));
    await page.goto(`/console/test-runner-dashboard?runId=${failed}`);
    await expect(failures).toBeVisible();
    expect(await topOf(failures)).toBeLessThan(await topOf(facts));
    await page.setViewportSize(WIDE);
    await page.goto(`/console/run-tests?runId=${failed}`);
  });

  await test.step('a failure shows the difference, the code, what it wrote, and how it went before', async () => {
    await failures.getByRole('button', { name: /demo\/fails\.js/ }).click();
    await expect(failures.getByRole('group', { name: 'Expected and actual' })).toContainText('3');
    await expect(failures.locator('pre').filter({ hasText: 'counting' })).toBeVisible();
    await expect(failures.getByRole('list', { name: 'Last 2 results' }).last().getByRole('link')).toHaveCount(
      2,
    );
    await failures
      .getByRole('button', { name: /fails\.js:3:\d+/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').locator('[aria-current]')).toContainText('orders: 3');
    await page.keyboard.press('Escape');
    await expect(failures.getByText(/^Last passed at version \d+/)).toHaveCount(2);
    const back = failures.getByRole('link', { name: /^Return to version \d+$/ }).last();
    const wayBack = await back.getAttribute('href');
    await failures
      .getByRole('link', { name: /^What changed from version \d+ to \d+$/ })
      .last()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: /tests\/demo\/fails\.js/ })).toContainText('Changed');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.goBack();
    await expect(verdict).toContainText('failed');
    const run = page.url();
    await page.goto(String(wayBack));
    const question = page.getByRole('alertdialog', { name: /^Return to version \d+\?$/ });
    await expect(question.getByText('tests/demo/fails.js')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await page.goto(run);
    await expect(verdict).toContainText('failed');
  });

  await test.step('two runs are compared, test by test', async () => {
    await verdict.getByRole('button', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog');
    await inspectPage(page, 'run-tells-choose');
    await dialog.getByRole('button', { name: /^Compare with the run of/ }).click();
    await expect(page).toHaveURL(new RegExp(`with=${passed}`));
    await expect(dialog.getByText('3 new failure', { exact: false }).first()).toBeVisible();
    await expect(dialog.getByRole('row', { name: /demo\/fails\.js/ })).toContainText('new failure');
    // On a busy machine many tests are slower, and those that were added stand below the rows that are drawn.
    await dialog.getByRole('columnheader', { name: 'Difference' }).getByRole('button').click();
    await expect(dialog.getByRole('row', { name: /returns-text\.js/ })).toContainText('added');
    await expect(dialog.getByRole('link', { name: /^Functions: version \d+ to \d+$/ })).toBeVisible();
    await inspectPage(page, 'run-tells-compare');
    await page.reload();
    await expect(dialog.getByRole('row', { name: /demo\/fails\.js/ })).toContainText('new failure');
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/with=/);
  });

  await test.step('the cause is one click away, and two take back exactly the version that broke it', async () => {
    const clicks = await countClicks(page);
    await page.goto(`/console/run-tests?runId=${failed}`);
    await failures
      .getByRole('link', { name: /^What changed from version \d+ to \d+$/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('row', { name: /tests\/demo\/fails\.js/ })).toContainText(
      'Changed',
    );
    expect(await clicks()).toBe(1);
    await page.goto(`/console/run-tests?runId=${failed}`);
    const undo = verdict.getByRole('button', { name: /^Undo version \d+$/ });
    const name = await undo.innerText();
    await undo.click();
    const question = page.getByRole('alertdialog', { name: `${name}?` });
    await expect(question.getByText('tests/demo/fails.js')).toBeVisible();
    await expect(question).toContainText(/^.*\d+ files become as in version \d+; no other changes/);
    await inspectPage(page, 'run-undo');
    await question.getByRole('button', { name }).click();
    await expect(page.getByText(/^Version \d+ of Functions is undone: version \d+ is live\.$/)).toBeVisible();
    expect(await clicks()).toBe(3);
    await expect(page).not.toHaveURL(/dialog/);
    await undo.click();
    const told = page.getByRole('dialog', { name: /^Version \d+ is undone already$/ });
    await expect(told).toContainText(/^.*Its files are as in version \d+; version \d+ is live\./);
    await told.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('what failed runs again, and what was mended is told', async () => {
    await verdict.getByRole('button', { name: 'Rerun failed' }).click();
    await expect(verdict).toContainText('All 3 tests passed', { timeout: 30_000 });
    await page.goto(`/console/test-runner-dashboard?runId=${failed}&with=${passed}`);
    await expect(page.getByRole('dialog')).toContainText('3 new failure');
    await page.keyboard.press('Escape');
    await expect(fact(page, 'Status')).toHaveText('FAIL');
  });

  expect(guard.faults(), 'until here').toEqual([]);
  guard.expectFault(/status of 500/);

  await test.step('what cannot be read is told where it is missing', async () => {
    await answerWithError(page, `/console/v1/tests/run/${failed}/failures`, 500, {});
    await page.goto(`/console/run-tests?runId=${failed}`);
    await expect(verdict).toContainText(/^3 of \d+ failed: 2 for one reason, 1 test skipped/);
    const alert = failures.getByRole('alert').filter({ hasText: 'last passed' });
    await expect(alert).toBeVisible();
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(verdict).toContainText('new since version');
  });
});
