import type { Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

/** Lightness of the page's ground, 0 to 255. */
function groundLightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas === null) return Number.NaN;
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });
}

const service = (id: string, metrics: unknown) => ({
  service: { id, name: `The ${id}` },
  totalCents: 4711,
  metrics,
});

test('a page of the console: its theme, and a panel that breaks', async ({
  page,
  guard,
  customerApi,
  signedIn: _,
}) => {
  await test.step("the theme follows the user's choice, also after a reload and for the system", async () => {
    for (const [theme, system, isDark] of [
      ['dark', 'light', true],
      ['light', 'dark', false],
      ['system', 'light', false],
    ] as const) {
      await page.emulateMedia({ colorScheme: system });
      await customerApi.must('PATCH', '/auth/v1/user', { params: { theme } });
      await page.goto('/console/usage');
      await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
      await expect
        .poll(async () => (await groundLightness(page)) < 100, `${theme}: a dark ground`)
        .toBe(isDark);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => groundLightness(page)).toBeLessThan(100);
  });

  await test.step('a panel that breaks tells so in its place, and the others stay', async () => {
    expect(guard.faults(), 'until here').toEqual([]);
    guard.expectFault(/null|Uncaught|An error occurred/);
    let answer: object = { grandTotalCents: 9422, services: [service('broken', null), service('other', [])] };
    await page.route('**/console/v1/usage/month?*', (route) => route.fulfill({ json: answer }));
    await page.goto('/console/usage?tab=services');
    await expect(page.getByText('$94.22')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The other' })).toBeVisible();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Error encountered.');
    answer = { grandTotalCents: 9422, services: [service('broken', []), service('other', [])] };
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The broken' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});
