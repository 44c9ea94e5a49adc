import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** A field by its visible label; the asterisk of required fields is not part of it. */
export function field(scope: Page | Locator, label: string): Locator {
  const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return scope.getByLabel(new RegExp(`^\\s*${escaped}\\s*\\*?\\s*$`, 'i'));
}

export async function fillFields(scope: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(scope, label).fill(value);
}

export async function expectFlagged(scope: Page | Locator, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    await expect(field(scope, label), `${label} is flagged`).toHaveAttribute('aria-invalid', 'true');
  }
}

/** Counts requests of a method to a path from now on: to prove that nothing was sent. */
export function countRequests(page: Page, method: string, path: string | RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isCounted = typeof path === 'string' ? pathname === path : path.test(pathname);
    if (request.method() === method && isCounted) count += 1;
  });
  return () => count;
}

/** The server gets the request and does it; its answer is lost on the way. */
export async function loseResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** Answers every call of a path with an error, as a server in trouble would. */
export async function answerWithError(
  page: Page,
  path: string | RegExp,
  status: number,
  body: object,
): Promise<void> {
  await askEachAlone(page);
  await page.route(
    (url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)),
    (route) => route.fulfill({ status, json: { status, requestId: 'e2e-request', ...body } }),
  );
}

/** The overview's first calls would come in one request, past all that a test answers itself: none of them is answered. */
export async function askEachAlone(page: Page): Promise<void> {
  await page.route('**/console/v1/together', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: '' }),
  );
}

/** The error dialog shows this text and goes away with Ok. */
export async function expectErrorDialog(page: Page, text: string | RegExp): Promise<void> {
  const ok = page.getByRole('button', { name: 'Ok' });
  // A question that has been answered may still be fading away.
  const dialog = page.getByRole('alertdialog').filter({ has: ok });
  await expect(dialog).toContainText(text);
  await ok.click();
  await expect(dialog).toBeHidden();
}
