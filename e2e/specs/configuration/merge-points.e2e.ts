import type { Locator } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { readLiveFile } from '../../support/live-configuration.ts';
import { saveScreenshot } from '../../support/looks.ts';
import {
  counts,
  mergeDialog,
  merged,
  mergedByYou,
  openConflict,
  path,
  state,
} from '../../support/merge-dialog.ts';
import { expect, test } from '../../support/test.ts';

test.describe.configure({ timeout: 300_000 });

/**
 * Long enough to be folded and scrolled, also sideways: conflicts at 20 and 300, changes at 150 (local, long) and 220
 * (remote).
 */
function longSource(changes: Record<number, string>): string {
  const lines = Array.from(
    { length: 400 },
    (_, line) => changes[line] ?? (line === 27 ? `// ${'wide '.repeat(80)}` : `const line${line} = ${line};`),
  );
  return `${lines.join('\n')}\nexport default () => line0;\n`;
}

const sides = {
  base: longSource({ 20: 'const total = sum(a, b);' }),
  local: longSource({
    20: 'const total = sum(first, b);',
    150: `const line150 = 'local'; // ${'long '.repeat(60)}`,
    300: "const line300 = 'local';",
  }),
  remote: longSource({
    20: 'const total = sum(a, second);',
    220: "const line220 = 'remote';",
    300: "const line300 = 'remote';",
  }),
};

const view = async (dialog: Locator, label: string) => {
  await dialog.getByRole('button', { name: 'View and filters' }).click();
  await dialog.page().getByRole('menuitemcheckbox', { name: label }).click();
};
const panes = ['local', 'merged', 'remote'] as const;
const pane = (dialog: Locator, name: string) => dialog.locator(`[data-pane="${name}"]`);
/** A line of text is at the same height in all panes, once they have been scrolled and laid out. */
async function expectBeside(dialog: Locator, text: string): Promise<void> {
  const lines = panes.map((name) => pane(dialog, name).locator('.cm-line', { hasText: text }).first());
  const height = (line: Locator) => line.evaluate((element) => Math.round(element.getBoundingClientRect().y));
  await expect.poll(async () => new Set(await Promise.all(lines.map(height))).size, text).toBe(1);
}

/** Expects each button to be fully visible, whatever the height of the dialog's other content. */
async function expectButtonsInSight(dialog: Locator): Promise<void> {
  for (const name of ['Preview', 'Cancel', 'Submit'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
}

/** Height of the panes' scroll container; the panes may be taller. */
async function panesHeight(dialog: Locator): Promise<number> {
  const frame = dialog.locator('section').filter({ visible: true }).first().locator('xpath=../..');
  return (await frame.boundingBox())?.height ?? 0;
}

test('the points of the dialog, one after the other', async ({ page, git, signedIn, customerApi }) => {
  const dialog = await openConflict(page, git, customerApi, 'merge-points', sides);
  await expect(counts(dialog)).toHaveText('2 conflicts left · 2 changes');

  await test.step('the heads of the panes take one line, the panes the rest', async () => {
    const heads = await dialog
      .locator('section > header')
      .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().height));
    for (const height of heads) expect(height).toBeLessThan(40);
    expect(await panesHeight(dialog)).toBeGreaterThan(600);
  });

  await test.step('1: one scrolling frame keeps the panes beside each other, sideways too', async () => {
    await expectBeside(dialog, 'const line25 =');
    const scrollers = panes.map((name) => pane(dialog, name).locator('xpath=..'));
    const sideways = () => Promise.all(scrollers.map((one) => one.evaluate((element) => element.scrollLeft)));
    await scrollers[0]?.evaluate((element) => element.scrollTo(150, 0));
    await expect.poll(sideways).toEqual([150, 150, 150]);
    await scrollers[2]?.evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(sideways).toEqual([0, 0, 0]);
    await page.keyboard.press('F7');
    await page.keyboard.press('F7');
    await expectBeside(dialog, 'const line305 =');
  });

  await test.step('1: portrait follows by regions; switched off, it does not; both are remembered', async () => {
    await dialog.getByRole('button', { name: 'Portrait layout' }).click();
    await expect(dialog.getByRole('button', { name: 'Landscape layout' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Expand' }).click();
    const frames = panes.map((name) => pane(dialog, name).locator('xpath=ancestor::section/div[1]'));
    const tops = () => Promise.all(frames.map((frame) => frame.evaluate((element) => element.scrollTop)));
    await frames[0]?.evaluate((element) => element.scrollTo(0, 4000));
    await expect.poll(async () => (await tops()).every((top) => top > 3000)).toBe(true);
    await view(dialog, 'Synchronous scrolling');
    await frames[0]?.evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(async () => (await tops())[0]).toBe(0);
    expect((await tops())[2]).toBeGreaterThan(3000);
    const height = dialog.getByRole('separator', { name: 'Height of Local' });
    const share = Number(await height.getAttribute('aria-valuenow'));
    const pixels = async () => (await frames[0]?.boundingBox())?.height ?? 0;
    const former = await pixels();
    await height.press('ArrowDown');
    await expect(height).toHaveAttribute('aria-valuenow', String(share + 10));
    await expect.poll(pixels).toBeGreaterThan(former);
    await saveScreenshot(page, 'merge-portrait');
    await view(dialog, 'Synchronous scrolling');
    await dialog.getByRole('button', { name: 'Landscape layout' }).click();
    const splitter = dialog.getByRole('separator', { name: 'Width of Local' });
    const before = Number(await splitter.getAttribute('aria-valuenow'));
    await splitter.press('ArrowRight');
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 10));
    const remembered = () => page.evaluate(() => localStorage.getItem('atrium/merge') ?? '');
    await expect.poll(remembered).toContain('"layout":"landscape"');
    await expect.poll(remembered).toContain('"isSynchronous":true');
  });

  await test.step('1: long lines wrap where one wants it, and that is remembered', async () => {
    const height = () =>
      merged(dialog)
        .locator('.cm-line')
        .evaluateAll((lines) => Math.max(...lines.map((line) => line.getBoundingClientRect().height)));
    // The other layout stays where the one before it was.
    await merged(dialog).press('Control+Home');
    expect(await height()).toBe(20);
    await view(dialog, 'Wrap long lines');
    await expect.poll(height).toBeGreaterThan(20);
    await page.keyboard.press('F7');
    await saveScreenshot(page, 'merge-wrapped');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('atrium/merge')))
      .toContain('"isWrapped":true');
    // The list follows.
    await dialog.getByRole('button', { name: 'Show the list of changes' }).click();
    const excerpts = dialog.getByRole('region', { name: 'Changes' }).locator('pre');
    const areCut = () =>
      excerpts.evaluateAll((all) => all.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
    await expect(excerpts.filter({ hasText: 'long long' })).toBeVisible();
    await expect.poll(areCut).toBe(false);
    await view(dialog, 'Wrap long lines');
    await expect.poll(areCut).toBe(true);
    await dialog.getByRole('button', { name: 'Show the panes' }).click();
    await expect.poll(height).toBe(20);
  });

  await test.step('no label is cut, however narrow a pane is', async () => {
    const cut = () =>
      dialog
        .locator('.cm-region-head, .cm-fold-row, section > header')
        .evaluateAll((rows) =>
          rows
            .filter((row) => row.scrollWidth > row.clientWidth + 1 || row.scrollHeight > row.clientHeight + 1)
            .map((row) => row.textContent),
        );
    const wide = page.viewportSize() ?? { width: 1440, height: 900 };
    const expectWhole = async (name: string, widths: number[]) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: wide.height });
        await expect.poll(cut, `${name} at ${width} px`).toEqual([]);
        await saveScreenshot(page, `${name}-${width}`);
      }
    };
    await expectWhole('merge', [1440, 1280, 1024, 900, 769]);
    await expect(dialog.getByRole('tab')).toHaveCount(0);
    await view(dialog, 'Show base version');
    await expectWhole('merge-base', [1440, 1024, 769]);
    await view(dialog, 'Show base version');
    await expectWhole('merge-tabs', [768, 390, 320]);
    await expect(dialog.getByRole('tab')).toHaveCount(3);
    await page.setViewportSize(wide);
    await expect(
      dialog.getByText('Submit saves this merge. Nothing goes live until you submit all changes'),
    ).toBeVisible();
  });

  await test.step('the buttons stay in sight in a low window, and the panes keep their height', async () => {
    const wide = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const [width, height] of [
      [1440, 400],
      [1024, 480],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectButtonsInSight(dialog);
      expect(await panesHeight(dialog)).toBeGreaterThan(200);
      await saveScreenshot(page, `merge-low-${width}`);
    }
    await page.setViewportSize(wide);
  });

  await test.step('2: the base as a fourth pane, and what was before as a peek', async () => {
    await expect(dialog.getByRole('region', { name: 'Local' })).toContainText('version');
    const person = `${signedIn.firstName} ${signedIn.lastName}`;
    await expect(dialog.getByRole('region', { name: 'Local' })).toContainText(person);
    await expect(dialog.getByRole('region', { name: 'Remote' })).toContainText('Robin Doe');
    await view(dialog, 'Show base version');
    await expect(pane(dialog, 'base')).toContainText('const total = sum(a, b);');
    await expect(dialog.getByRole('region', { name: 'Base' })).toContainText(
      new RegExp(`commit [0-9a-f]{10} · ${person} · pulled `),
    );
    await saveScreenshot(page, 'merge-four-panes');
    await view(dialog, 'Show base version');
    await expect(pane(dialog, 'base')).toHaveCount(0);
    await page.keyboard.press('Shift+F7');
    await merged(dialog)
      .locator('.cm-region-current')
      .getByRole('button', { name: /^More choices for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Show both sides and the original' }).click();
    const peek = dialog.getByRole('complementary', { name: 'Base, local and remote' });
    await expect(peek.locator('figure')).toHaveText([/^Before both changes \(base\)/, /^Local/, /^Remote/]);
    await expect(peek.locator('mark').first()).toBeVisible();
    await saveScreenshot(page, 'merge-peek');
    await peek.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('3: words are marked, and the ruler tells the counts', async () => {
    await expect(pane(dialog, 'local').locator('.cm-changed-word').first()).toHaveText(/first/);
    await expect(dialog.getByRole('img', { name: /^Overview: 2 conflicts left/ })).toBeVisible();
  });

  await test.step('4: unchanged stretches fold, and unfold by 20 lines or as a whole', async () => {
    await dialog.getByRole('button', { name: 'Collapse' }).click();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    // Between the first conflict (line 21) and the first change (line 151), 10 lines of context each.
    const fold = (lines: number) =>
      merged(dialog).locator('.cm-fold-row', { hasText: `${lines} unchanged lines` });
    await fold(109).getByRole('button', { name: 'Show 20 more lines from the top' }).click();
    await fold(89).getByRole('button', { name: 'Show 20 more lines from the bottom' }).click();
    await fold(69).getByRole('button', { name: 'Show all 69 hidden lines' }).click();
    await expect(fold(69)).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Expand' }).click();
    await expect(merged(dialog).locator('.cm-fold-row')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Collapse' }).click();
  });

  await test.step('5 and 6: every choice gives its text and its state, told in words', async () => {
    await page.keyboard.press('Shift+F7');
    const head = () => merged(dialog).locator('.cm-region-head').first();
    const take = async (name: string) => {
      await head().getByRole('button', { name: 'More choices for Conflict 1 of 2' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    const first = merged(dialog).locator('.cm-line', { hasText: 'const total' });
    await take('Both: local, then remote');
    await expect(first).toHaveText(['const total = sum(first, b);', 'const total = sum(a, second);']);
    await expect(state(dialog, 'local, then remote · Conflict 1 of 2')).toBeVisible();
    await take('Both: remote, then local');
    await expect(first).toHaveText(['const total = sum(a, second);', 'const total = sum(first, b);']);
    await take('Both in one (suggestion)');
    await expect(first).toHaveText(['const total = sum(first, second);']);
    await expect(state(dialog, 'combined · Conflict 1 of 2')).toBeVisible();
    await take('Keep the original');
    await expect(first).toHaveText(['const total = sum(a, b);']);
    await expect(state(dialog, 'as before · Conflict 1 of 2')).toBeVisible();
    await take('Undo this choice');
    await expect(state(dialog, 'open · Conflict 1 of 2')).toBeVisible();
    await pane(dialog, 'local')
      .locator('xpath=ancestor::section')
      .getByTitle('Include or exclude line 21')
      .click();
    await expect(state(dialog, 'edited · Conflict 1 of 2')).toBeVisible();
    await expect(first).toHaveText(['const total = sum(first, b);']);
    await inspectPage(page, 'merge-states');
  });

  await test.step('5: for all regions, each one step of undo', async () => {
    const all = (label: string) => dialog.getByRole('button', { name: `${label} for the whole file` });
    await all('Apply Remote').click();
    await expect(counts(dialog)).toHaveText('all conflicts resolved · 2 changes');
    await merged(dialog).press('Control+z');
    await expect(counts(dialog)).toHaveText('1 conflict left · 2 changes');
    await all('Keep Local').click();
    await expect(counts(dialog)).toHaveText('all conflicts resolved · 2 changes');
    await all('Apply all non-conflicting changes').click();
    await expect(counts(dialog)).toHaveText('all conflicts resolved · 2 changes');
    await all('Reset').click();
    await expect(counts(dialog)).toHaveText('2 conflicts left · 2 changes');
    await dialog.getByRole('button', { name: 'Show the list of changes' }).click();
    const change = dialog.getByRole('group', { name: 'Choice for Change 2 of 2' });
    await expect(change.getByRole('radio', { name: 'Remote', exact: true })).toBeChecked();
    await saveScreenshot(page, 'merge-list');
    await dialog.getByRole('button', { name: 'Show the panes' }).click();
  });

  await test.step('7: keys from any focus, and the list of them', async () => {
    await dialog.getByRole('button', { name: 'Next conflict' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(dialog.getByText(/^(?:Conflict|Change) \d of 2, local/)).toBeAttached();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys).toContainText('Shift+F7');
    await expect(keys.getByRole('link', { name: 'More about merging' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await merged(dialog).click();
    await page.keyboard.press('Control+m');
    await page.keyboard.press('Tab');
    await expect(merged(dialog)).not.toBeFocused();
  });

  await test.step('9: code that cannot be read is told, with a way to the place', async () => {
    await dialog.getByRole('button', { name: 'Keep Local for the whole file' }).click();
    await merged(dialog).press('Control+End');
    // Inserted at once: slow keystrokes would be several undo steps.
    await page.keyboard.insertText('const = ;');
    await expect(dialog.getByText(/Syntax error at line 40\d/)).toBeVisible();
    await dialog.getByRole('button', { name: /^Go to line 40\d/ }).click();
    await expect(merged(dialog)).toBeFocused();
    await merged(dialog).press('Control+z');
    await expect(dialog.getByText('Ready to submit.')).toBeVisible();
  });

  await test.step('15: the files of the service stand beside the panes', async () => {
    const files = dialog.getByRole('navigation', { name: 'Changed files' });
    await expect(files).toContainText('0 of 1 with conflicts decided');
    await expect(files.getByRole('button', { name: /^total\.js/ })).toContainText('all conflicts decided');
    await files.getByRole('button', { name: 'Next file with conflicts' }).click();
    await expect(files.getByText('No other file has conflicts.')).toBeVisible();
    await files.getByRole('button', { name: 'For all files of functions/shop' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Keep LOCAL',
      'Apply REMOTE',
      'Merge into LOCAL',
      'Merge into REMOTE',
      'Merge by side',
    ]);
    await page.keyboard.press('Escape');
  });

  await test.step('10: Escape asks when there is work; then nothing has changed', async () => {
    await merged(dialog).press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep merging' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(mergedByYou(page)).toHaveCount(0);
  });

  await test.step('13: the same view to look only', async () => {
    await page.getByRole('button', { name: `Compare ${path}` }).click();
    const fold = (lines: number, side = 'a') =>
      mergeDialog(page).locator(`.cm-merge-${side} .cm-fold-row`, { hasText: `${lines} unchanged lines` });
    const more = (lines: number) =>
      fold(lines).getByRole('button', { name: 'Show 20 more lines from the top' });
    await more(109).press('Enter');
    await expect(more(89)).toBeFocused();
    await expect(fold(89, 'b')).toBeVisible();
    await saveScreenshot(page, 'diff-viewer-folds');
    await mergeDialog(page).getByRole('button', { name: 'Three-way view' }).click();
    await expect(counts(mergeDialog(page))).toHaveText('2 conflicts left · 2 changes');
    await expect(mergeDialog(page).getByRole('button', { name: 'Submit' })).toHaveCount(0);
    await expect(mergeDialog(page).getByRole('button', { name: /Keep Local|Apply Remote/ })).toHaveCount(0);
    await expect(merged(mergeDialog(page))).toHaveAttribute('contenteditable', 'false');
    await saveScreenshot(page, 'merge-read-only');
    await mergeDialog(page).getByRole('button', { name: 'Close' }).last().click();
  });
});

test('filters, line endings, and a phone', async ({ page, git, signedIn: _, customerApi }) => {
  const lines = (text: string, ending = '\n') => text.replaceAll('\n', ending);
  const alike = (text: string) => text.replace('const line350 = 350;', "const line350 = 'alike';");
  const dialog = await openConflict(page, git, customerApi, 'merge-filters', {
    base: sides.base,
    local: lines(alike(sides.local), '\r\n'),
    // A label, so that the file can be read as code and has a line that the metadata filter takes out.
    remote: `\uFEFF${alike(sides.remote)
      .replace('const line5 = 5;', 'const  line5  =  5;')
      .replace('const line8 = 8;', 'const line8 = 8;\n  id: 8;')}`,
  });

  await test.step('12: line endings and byte order mark are told as facts, not as changes', async () => {
    await expect(
      dialog.getByText('Line endings: local CRLF, remote LF. The result uses the local line endings.'),
    ).toBeVisible();
    await expect(dialog.getByText(/Remote begins with a byte order mark/)).toBeVisible();
    await expect(counts(dialog)).toHaveText('2 conflicts left · 5 changes');
    await expect(state(dialog, 'Change 1 of 5')).toHaveCount(1);
    await view(dialog, 'Hide differences in whitespace');
    await expect(state(dialog, 'Change 1 of 5')).toHaveCount(0);
    await view(dialog, 'Hide differences in whitespace');
    await expect(state(dialog, 'Change 2 of 5')).toHaveCount(1);
    await view(dialog, 'Hide ids, acl, folder, timestamps, linked ids');
    await expect(state(dialog, 'Change 2 of 5')).toHaveCount(0);
    await expect(state(dialog, 'Change 1 of 5')).toHaveCount(1);
    await view(dialog, 'Hide ids, acl, folder, timestamps, linked ids');
  });

  await test.step('6 and 7: what needs no decision says so; moving there unfolds what hides it', async () => {
    const filters = ['Hide differences in whitespace', 'Hide ids, acl, folder, timestamps, linked ids'];
    const hidden = merged(dialog).locator('.cm-fold-row', { hasText: /^10 unchanged lines/ });
    for (const filter of filters) await view(dialog, filter);
    // After folding again, hidden files count as unchanged.
    await dialog.getByRole('button', { name: 'Expand' }).click();
    await dialog.getByRole('button', { name: 'Collapse' }).click();
    await expect(hidden).toBeVisible();
    for (const filter of filters) await view(dialog, filter);
    await dialog.getByRole('button', { name: 'Next change' }).click();
    await expect(state(dialog, 'auto-applied: remote · Change 1 of 5')).toBeVisible();
    await expect(hidden).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Next change' }).click();
    await expect(dialog.getByText(/^Change 2 of 5, local unchanged, remote adds 1 line/)).toBeAttached();
    await dialog.getByRole('button', { name: 'Previous change' }).click();
    await expect(dialog.getByText(/^Change 1 of 5, local unchanged/)).toBeAttached();
    for (let moves = 0; moves < 6; moves++) await page.keyboard.press('Alt+ArrowDown');
    await expect(state(dialog, 'same on both sides · Change 5 of 5')).toBeVisible();
  });

  await test.step('14 and 1: a phone gets the list, and panes as tabs', async () => {
    await page.setViewportSize({ width: 320, height: 720 });
    await dialog.getByRole('button', { name: 'Show the list of changes' }).click();
    await expect(dialog.getByRole('group', { name: 'Choice for Conflict 1 of 2' })).toBeVisible();
    await saveScreenshot(page, 'merge-phone-list');
    await dialog.getByRole('button', { name: 'Show the panes' }).click();
    await dialog.getByRole('tab', { name: 'Remote' }).click();
    await expect(pane(dialog, 'remote')).toBeVisible();
    await expect(merged(dialog)).toBeHidden();
    // With two notices above the panes.
    await expectButtonsInSight(dialog);
    expect(await panesHeight(dialog)).toBeGreaterThan(200);
    await saveScreenshot(page, 'merge-phone-panes');
    await view(dialog, 'Show base version');
    await dialog.getByRole('tab', { name: 'Base' }).click();
    await expect(pane(dialog, 'base')).toBeVisible();
    await view(dialog, 'Show base version');
    await expect(merged(dialog)).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('12: the result keeps the line endings of local', async () => {
    await dialog.getByRole('button', { name: 'Apply Remote for the whole file' }).click();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(mergedByYou(page)).toBeVisible();
  });

  await test.step('10: another choice clears what was merged only after saying so, and can be undone', async () => {
    const choice = page.getByRole('group', { name: `Choice for ${path}`, exact: true });
    await choice.getByRole('radio', { name: 'Local', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(mergedByYou(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(mergedByYou(page)).toBeVisible();
  });

  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
  const content = await readLiveFile(customerApi, 'hyper-dispatch', path);
  expect(content.startsWith('\uFEFF')).toBe(false);
  expect(content).toContain("const line300 = 'remote';\r\n");
  expect(content.replaceAll('\r\n', '')).not.toContain('\n');
});
