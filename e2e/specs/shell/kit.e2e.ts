import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

const TEXT = 'The card is the default now.';

/** The page's clock is stopped from now on, so that only the time that a test lets pass passes. */
async function openKit(page: Page): Promise<void> {
  const now = new Date('2026-11-21T10:00:00Z');
  await page.clock.install({ time: now });
  await page.goto('/console/dev/kit');
  await expect(page.getByRole('button', { name: 'Toast', exact: true })).toBeVisible();
  await page.clock.pauseAt(new Date(now.getTime() + 3_600_000));
}

/** The only one: those of before are gone. */
async function showToast(page: Page): Promise<Locator> {
  const toast = page.getByRole('log', { name: 'Messages' }).getByText(TEXT);
  await expect(toast).toHaveCount(0);
  await page.getByRole('button', { name: 'Toast', exact: true }).click();
  await expect(toast).toBeVisible();
  return toast;
}

test('toasts hide and spinners turn, unless someone minds', async ({ page }) => {
  await openKit(page);

  await test.step('a toast is announced and hides after five seconds', async () => {
    const toast = await showToast(page);
    await expect(page.getByRole('log', { name: 'Messages' })).toHaveAttribute('aria-live', 'polite');
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
  });

  await test.step('a toast waits while the pointer is on it', async () => {
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

  await test.step('a toast waits while the focus is in it, and is closed with the keyboard', async () => {
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

  await test.step('a toast lies above an open dialog, and closing it leaves the dialog open', async () => {
    const toast = await showToast(page);
    await page.getByRole('button', { name: 'Dialog', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page
      .getByRole('log', { name: 'Messages' })
      .getByRole('button', { name: 'Close this message' })
      .click();
    await expect(toast).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await page.clock.runFor(1000);
    await expect(dialog).toBeHidden();
  });

  await test.step('who wants less motion gets none', async () => {
    const spinner = page.getByText('Checking services ...').locator('..').locator('svg, span').first();
    const durations = () =>
      spinner.evaluate((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return [animationDuration, transitionDuration].map((value) => Number.parseFloat(value));
      });
    expect(Math.max(...(await durations())), 'it turns').toBeGreaterThan(0.1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(Math.max(...(await durations()))).toBeLessThan(0.001);
  });
});
