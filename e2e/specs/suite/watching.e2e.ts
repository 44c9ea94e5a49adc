import type { Page } from '@playwright/test';
import { expectNoFindings, expectNoSidewaysScrolling } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

// What keeps watch over all other tests must itself be seen to bark.

async function show(page: Page, body: string, headers: Record<string, string> = {}): Promise<void> {
  await page.unroute('**/watched');
  await page.route('**/watched', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers,
      body: `<!doctype html><html lang="en"><title>Watched</title><body><main><h1>Watched</h1>${body}</main></body></html>`,
    }),
  );
  await page.goto('/watched');
}

test('what is wrong with a page is seen', async ({ page, guard }) => {
  await test.step('missing names and low contrast are findings', async () => {
    await show(page, '<button></button><p style="color:#bbb;background:#fff">pale</p>');
    await expect(expectNoFindings(page, 'a bad page')).rejects.toThrow(/button-name[\s\S]*color-contrast/);
  });

  await test.step('what reaches out of the page is named', async () => {
    await page.setViewportSize({ width: 320, height: 600 });
    await show(page, '<div class="too-wide" style="width:600px">wide</div>');
    await expect(expectNoSidewaysScrolling(page, 'a wide page')).rejects.toThrow(/div\.too-wide/);
  });

  await test.step('errors on the console, uncaught ones and policy violations are faults; refusals are not', async () => {
    // Read to its end: what may not be stored is not finished before.
    await show(page, '<script>fetch("/refused").then((answer) => answer.text())</script>');
    await page.waitForLoadState('networkidle');
    expect(guard.faults()).toEqual([]);
    await show(
      page,
      '<script>console.error("wrong"); setTimeout(() => { throw new Error("uncaught one") })</script>',
    );
    await expect.poll(() => guard.faults()).toHaveLength(2);
    await show(page, '<script>1</script>', { 'content-security-policy': "script-src 'none'" });
    await expect.poll(() => guard.faults()).toHaveLength(3);
    guard.expectFault(/wrong|uncaught one|Content Security Policy/);
  });
});
