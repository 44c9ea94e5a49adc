import type { Page } from '@playwright/test';

/** Counts the presses on a page from now on, also those of pages that it goes to. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  let before = 0;
  await page.exposeFunction('countClick', () => {
    before += 1;
  });
  const listen = () =>
    addEventListener(
      'pointerdown',
      () => (window as unknown as { countClick: () => void }).countClick(),
      true,
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return async () => {
    // Presses before this moment have been reported by the time an answer comes back.
    await page.evaluate(() => undefined);
    return before;
  };
}
