import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 320, height: 720 };

/**
 * Between them both themes and both widths: a theme changes colors, not positions. The one that the tests start with
 * comes last, so that nothing has to be laid out again afterwards.
 */
const looks = [
  { name: 'dark-narrow', colorScheme: 'dark', size: NARROW },
  { name: 'light-wide', colorScheme: 'light', size: WIDE },
] as const;

/** A longer page repeats itself further down, and without a graphics card its painting takes many seconds. */
const LONGEST_PICTURE = 4_000;

const folder = join(import.meta.dirname, '..', '..', 'test-output', 'screenshots');
/** Screenshots for review; they take a tenth of the suite's time. */
const isWanted = process.env['ATRIUM_E2E_PICTURES'] !== undefined;

/** Shows the page in each look, one after the other, and restores how it was, but for motion: that stays reduced. */
export async function inLooks(page: Page, visit: (look: string) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const { name, colorScheme, size } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    await visit(name);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}

/**
 * Saves a screenshot under test-output/screenshots if `ATRIUM_E2E_PICTURES` is set: of the whole page, unless
 * it is very long, or of the visible part behind a dialog.
 */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!isWanted) return;
  await mkdir(folder, { recursive: true });
  // Pages are laid out again at their full height, and again for a hidden caret.
  const isCovered = (await page.locator('[role="dialog"], [role="alertdialog"]').count()) > 0;
  await page.screenshot({
    path: join(folder, `${name}.png`),
    ...(!isCovered && {
      fullPage: true,
      clip: { x: 0, y: 0, width: WIDE.width, height: LONGEST_PICTURE },
    }),
    animations: 'disabled',
    caret: 'initial',
  });
}

/** Two frames: styles and layout of the new look have been applied. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}
