import { expect, type Page, type Request } from '@playwright/test';

/** The page has its heading, and nothing on it is still being loaded. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(
    page.locator('.animate-spin:visible, .animate-pulse:visible, [aria-busy="true"]:visible'),
  ).toHaveCount(0);
}

/**
 * Each row of a virtual list begins at the end of the row before it. For one frame after the width of the page changes,
 * rows are laid out anew at the positions of before, so a check between resize and paint would find them overlapping.
 */
export async function expectRowsPlaced(page: Page): Promise<void> {
  const findOverlaps = () =>
    [...document.querySelectorAll<HTMLElement>('[data-index]')].flatMap((row) => {
      const before = row.previousElementSibling as HTMLElement | null;
      if (Number(before?.dataset['index']) !== Number(row.dataset['index']) - 1) return [];
      const gap = row.getBoundingClientRect().top - (before as HTMLElement).getBoundingClientRect().bottom;
      return Math.abs(gap) > 1 ? [`row ${row.dataset['index']} is off by ${Math.round(gap)} px`] : [];
    });
  await expect.poll(() => page.evaluate(findOverlaps)).toEqual([]);
}

/**
 * Makes `goto` and `reload` of console pages return once the layout is stable: late content moves elements, and
 * a button that moves between press and release is not clicked. Tests of loading pages pass `waitUntil`; tests
 * that hold a response back continue after a moment.
 */
export function waitForStillPages(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const calls = new Set<Request>();
  page.on('request', (request) => {
    if (isCall(request)) calls.add(request);
  });
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await standStill(page, calls);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await standStill(page, calls);
    return response;
  };
}

/** Live events stay open for as long as the page. */
const isCall = (request: Request) =>
  ['fetch', 'xhr'].includes(request.resourceType()) && !request.url().endsWith('/events');

const STILL_MS = 3_000;

async function standStill(page: Page, calls: ReadonlySet<Request>): Promise<void> {
  if (!/^\/(console|index)\b/.test(new URL(page.url()).pathname)) return;
  const heading = page.getByRole('heading', { level: 1 }).first();
  const onItsWay = page.locator('.animate-pulse:visible');
  await expect(heading)
    .toBeVisible({ timeout: STILL_MS })
    .catch(() => undefined);
  await expect(onItsWay)
    .toHaveCount(0, { timeout: STILL_MS })
    .catch(() => undefined);
  await expect
    .poll(() => hasResponses(page, calls), { timeout: STILL_MS, intervals: [20] })
    .toBe(true)
    .catch(() => undefined);
}

/** Whether all calls are answered without leading to others. */
async function hasResponses(page: Page, calls: ReadonlySet<Request>): Promise<boolean> {
  if (calls.size > 0) return false;
  await waitForPaint(page);
  return calls.size === 0;
}

/** Resolves after layout and paint. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
