import { expect, type Page } from '@playwright/test';

/** The page has its heading, and nothing on it is still being loaded. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(
    page.locator('.animate-spin:visible, .animate-pulse:visible, [aria-busy="true"]:visible'),
  ).toHaveCount(0);
}
