import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { countClicks } from '../../support/clicks.ts';
import { exportAsFiles, readLiveFile } from '../../support/live-configuration.ts';
import { saveScreenshot } from '../../support/looks.ts';
import { exchange, openDiff, source, writeLive } from '../../support/merge-dialog.ts';
import { expect, test } from '../../support/test.ts';
import { choicesOf, chooseInViewMenu, submitAsked } from '../../support/wizard.ts';

test.describe.configure({ timeout: 300_000 });

const names = ['one', 'two', 'three', 'four'].map((name) => `${name}.js`);
const line = (text: string) =>
  source([10, `const line10 = '${text}'; // ${'a comment that makes the line long '.repeat(4)}${text}`]);
const inGit = (name: string) => `hyper-dispatch/functions/shop/${name}`;

test('files are decided in the page: the first is in sight, and four conflicts take few clicks', async ({
  page,
  git,
  signedIn: person,
  customerApi,
}) => {
  const repository = await git.makeRepository('review');
  await repository.commit({
    ...(await exportAsFiles(customerApi, 'hyper-dispatch')),
    ...Object.fromEntries([...names, 'here.js', 'git.js'].map((name) => [inGit(name), line('base')])),
  });
  await exchange(customerApi, git, repository);
  for (const name of [...names, 'here.js']) await writeLive(customerApi, line('local'), name);
  await repository.commit({
    ...(await exportAsFiles(customerApi, 'content')),
    ...Object.fromEntries([...names, 'git.js'].map((name) => [inGit(name), line('remote')])),
    'hyper-dispatch/functions/other/fresh.js': 'export default () => null;\n',
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDiff(page, git, customerApi, repository);
  const files = page.getByRole('region', { name: 'Changed files' });
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByText('Both: 1 conflict', { exact: true })).toBeVisible();

  await test.step('the list begins at the top, the bar is one line, and the page does not scroll', async () => {
    const { y = 0 } = (await files.boundingBox()) ?? {};
    expect(y).toBeLessThan(160);
    const first = await files.locator('[data-row-key]').first().boundingBox();
    expect(first?.y).toBeLessThan(210);
    // The only service names the folder that holds all its files.
    await expect(files.getByText('functions · 7 of')).toBeVisible();
    const bar = page.locator('[data-staying-bar]').last();
    expect((await bar.boundingBox())?.height).toBeLessThan(60);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
    );
    expect(overflow).toBe(0);
    await expect(page.getByText(/^Content: Local and remote are identical\.$/)).toBeVisible();
    await saveScreenshot(page, 'review-1440');
    await page.setViewportSize({ width: 1920, height: 1080 });
    await saveScreenshot(page, 'review-1920');
    await page.setViewportSize({ width: 1024, height: 768 });
    await saveScreenshot(page, 'review-1024');
    await page.setViewportSize({ width: 1440, height: 900 });
    await inspectPage(page, 'review');
  });

  await test.step('a discard is named at its file and counted in the bar', async () => {
    const author = `${person.firstName} ${person.lastName}`;
    await expect(comparison.getByText(`Discards ${author}'s change of`)).toBeVisible();
    await expect(page.getByText(/Discards 5 changes made here\.$/)).toBeVisible();
  });

  await test.step('four conflicts are decided with a click each and one to the next', async () => {
    const clicks = await countClicks(page);
    for (const [index] of names.entries()) {
      const choice = comparison.getByRole('group', { name: /^Choice for / });
      await choice.getByRole('radio', { name: index % 2 === 0 ? 'Local' : 'Remote', exact: true }).click();
      const next = comparison.getByRole('button', { name: /^Next conflict/ });
      if ((await next.count()) === 0) break;
      await next.click();
    }
    expect(await clicks()).toBeLessThanOrEqual(8);
    await expect(comparison.getByRole('button', { name: /^Next conflict/ })).toHaveCount(0);
    await expect(comparison.getByText('Both: 1 conflict, decided')).toBeVisible();
    await saveScreenshot(page, 'review-decided');
  });

  await test.step('table and list are views of the same files', async () => {
    for (const view of ['Table', 'List', 'Tree']) {
      await chooseInViewMenu(page, view);
      await expect(page.getByRole('button', { name: /^git\.js/ })).toBeVisible();
      await inspectPage(page, `review-${view.toLowerCase()}`);
    }
  });

  await test.step('a folder closes', async () => {
    const folder = files.getByRole('button', { name: 'shop', exact: true });
    await folder.click();
    await expect(files.getByRole('button', { name: /^git\.js/ })).toHaveCount(0);
    await folder.click();
    await expect(files.getByRole('button', { name: /^git\.js/ })).toBeVisible();
  });

  await test.step('the arrow keys and letters work in the list and in the comparison', async () => {
    await files.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('j');
    await files.getByRole('button', { name: /^git\.js/ }).click();
    await page.keyboard.press('l');
    await expect(choice(page, 'functions/shop/git.js', 'Local')).toBeChecked();
    await choice(page, 'functions/shop/git.js', 'Remote').check();
    await page.keyboard.press('m');
    await expect(choice(page, 'functions/shop/git.js', 'Merge in local')).toBeChecked();
    await page.keyboard.press('r');
    await expect(choice(page, 'functions/shop/git.js', 'Remote')).toBeChecked();
  });

  await test.step('on a phone the files are a sheet, and the difference is in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Files \(\d+\)/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Files' });
    await inspectPage(page, 'review-sheet');
    await page.setViewportSize({ width: 390, height: 844 });
    await sheet.getByRole('button', { name: /^two\.js/ }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.locator('.cm-content').first()).toContainText('const line10');
    const content = page.locator('.cm-scroller').first();
    expect(await content.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await saveScreenshot(page, 'review-phone');
    await inspectPage(page, 'review-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await submitAsked(page);
  await expect(page.getByText(/^Version \d+ of Functions is live$/)).toBeVisible();
  await saveScreenshot(page, 'review-submitted');
  const read = (name: string) => readLiveFile(customerApi, 'hyper-dispatch', `functions/shop/${name}`);
  expect(await read('four.js')).toBe(line('local'));
});

const choice = (page: Page, path: string, label: string) =>
  choicesOf(page, path).getByRole('radio', { name: label, exact: true });
