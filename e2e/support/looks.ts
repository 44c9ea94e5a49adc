import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 320, height: 720 };

const looks = [
  { name: 'light-wide', colorScheme: 'light', size: WIDE },
  { name: 'dark-wide', colorScheme: 'dark', size: WIDE },
  { name: 'light-narrow', colorScheme: 'light', size: NARROW },
  { name: 'dark-narrow', colorScheme: 'dark', size: NARROW },
] as const;

/** Between them both themes and both widths: enough for what takes long. */
export const oppositeLooks = ['light-wide', 'dark-narrow'];

const folder = join(import.meta.dirname, '..', '..', 'test-output', 'screenshots');

/** Shows the page in both themes, wide and narrow, one after the other, and restores how it was. */
export async function inEveryLook(page: Page, visit: (look: string) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const { name, colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settle(page);
    await visit(name);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before !== null) await page.setViewportSize(before);
}

/** Keeps a picture of the whole page under test-output/screenshots. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
}

/** Two frames: styles and layout of the new look have been applied. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}
