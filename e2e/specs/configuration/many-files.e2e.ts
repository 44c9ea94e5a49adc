import type { Locator } from '@playwright/test';
import { saveScreenshot } from '../../support/looks.ts';
import { expect, test } from '../../support/test.ts';
import { choicesOf, chooseAll, chooseInViewMenu, confirmManifest, pull } from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });
// A trace takes pictures of the page's whole tree while it scrolls: tasks of the test, not of the page.
test.use({ trace: 'off' });

const FILES = 10_000;
/** A bound against rows that are not virtual: other tests run in parallel. The figure itself is a benchmark. */
const MEDIAN_FRAME_MS = 500;

const pathOf = (index: number) => `functions/group-${index % 50}/file-${String(index).padStart(5, '0')}.js`;

test('ten thousand files: only those in view exist while they are scrolled', async ({
  page,
  git,
  signedIn: _,
}) => {
  const repository = await git.makeRepository('many-files');
  const files = Array.from({ length: FILES }, (_value, index) => [
    `hyper-dispatch/${pathOf(index)}`,
    `export default () => ${index};\n`,
  ]);
  await repository.commit(Object.fromEntries(files));
  await page.goto('/console/git-pull');
  await pull(page, git, repository);

  const manifest = page.getByRole('table', { name: 'Files of Functions' });
  await expect(manifest).toHaveAttribute('aria-rowcount', String(FILES + 1));
  await expect(
    page.getByText(`(${FILES.toLocaleString('en')} of ${FILES.toLocaleString('en')} files)`),
  ).toBeVisible();
  await expectFewRows(manifest);
  await expect(manifest.getByRole('row').last()).toHaveAttribute('aria-rowindex', String(FILES + 1));

  await test.step('search and selection answer at once', async () => {
    const search = page.getByRole('searchbox', { name: 'Search in Functions' });
    await search.fill('file-07777');
    await expect(manifest.getByRole('row')).toHaveCount(2);
    await page.getByRole('checkbox', { name: `Select ${pathOf(7777)}` }).uncheck();
    await search.fill('/GROUP-7$/');
    await expect(manifest).toHaveAttribute('aria-rowcount', '201');
    await search.fill('');
    await page
      .getByRole('checkbox', { name: 'Select all files of functions/group-1', exact: true })
      .uncheck();
    await expect(page.getByText('(9,799 of 10,000 files)')).toBeVisible();
  });

  await confirmManifest(page);
  const changes = page.getByRole('region', { name: 'Changed files' });
  await expect(changes.getByText(/^9,[89]\d\d of /)).toBeVisible({ timeout: 20_000 });
  await expectFewRows(changes, 'li');
  await saveScreenshot(page, 'many-files-diff');
  await chooseInViewMenu(page, 'Table');
  await expectFewRows(page.getByRole('table', { name: 'Changed files' }));
  await page.getByRole('searchbox', { name: 'Search by name or folder' }).fill('file-09999');
  await expect(choicesOf(page, pathOf(9999)).getByRole('radio', { name: 'New' })).toBeChecked();
  await chooseAll(page, 'Keep LOCAL');
  await expect(choicesOf(page, pathOf(9999)).getByRole('radio', { name: 'Skip' })).toBeChecked();
});

/** Scrolls from the top to the end in sixty steps; each is painted before the next. */
async function expectFewRows(table: Locator, row = '[role="row"]'): Promise<void> {
  const { rows, frames } = await table.evaluate(async (element, selector) => {
    const times: number[] = [];
    let most = 0;
    const end = element.scrollHeight - element.clientHeight;
    for (let step = 1; step <= 60; step++) {
      const startedAt = performance.now();
      element.scrollTop = (end * step) / 60;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - startedAt);
      most = Math.max(most, element.querySelectorAll(selector).length);
    }
    return { rows: most, frames: times.sort((a, b) => a - b) };
  }, row);
  expect(rows).toBeLessThan(80);
  expect(frames[30]).toBeLessThan(MEDIAN_FRAME_MS);
}
