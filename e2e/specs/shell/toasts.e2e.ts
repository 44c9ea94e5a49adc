import type { Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

const TEXT = 'The card is the default now.';

/** The page's clock stands still from now on, so that no time passes but what a test lets pass. */
async function showToast(page: Page) {
  const now = new Date('2026-11-21T10:00:00Z');
  await page.clock.install({ time: now });
  await page.goto('/console/dev/kit');
  const button = page.getByRole('button', { name: 'Toast', exact: true });
  await expect(button).toBeVisible();
  await page.clock.pauseAt(new Date(now.getTime() + 3_600_000));
  await button.click();
  const toast = page.getByRole('log', { name: 'Messages' }).getByText(TEXT);
  await expect(toast).toBeVisible();
  return toast;
}

test('a toast is announced and hides after five seconds', async ({ page }) => {
  const toast = await showToast(page);
  await expect(page.getByRole('log', { name: 'Messages' })).toHaveAttribute('aria-live', 'polite');
  await page.clock.runFor(4900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

test('a toast waits while the pointer is on it', async ({ page }) => {
  const toast = await showToast(page);
  await page.clock.runFor(3000);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(1900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

test('a toast waits while the focus is in it, and is closed with the keyboard', async ({ page }) => {
  const toast = await showToast(page);
  const close = page
    .getByRole('log', { name: 'Messages' })
    .getByRole('button', { name: 'Close this message' });
  await close.focus();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast).toBeHidden();
});
