import type { Page } from '@playwright/test';

/** Counts presses on a page from now on, including those after a navigation. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  let count = 0;
  await page.exposeFunction('countClick', () => {
    count += 1;
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
    return count;
  };
}
