import type { Page } from '@playwright/test';

/** Opens one entry of the settings menu. */
export async function openSettings(page: Page, entry: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
