import { expect, test } from '../../support/test.ts';

const service = (id: string, metrics: unknown) => ({
  service: { id, name: `The ${id}` },
  totalCents: 4711,
  metrics,
});

test('a panel that breaks tells so in its place, and the others stay', async ({
  page,
  guard,
  signedIn: _,
}) => {
  guard.expectFault(/null|Uncaught|An error occurred/);
  let answer: object = { grandTotalCents: 9422, services: [service('broken', null), service('other', [])] };
  await page.route('**/console/v1/billing/invoice', (route) => route.fulfill({ json: answer }));
  await page.goto('/console/usage');
  await expect(page.getByText('$94.22')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The other' })).toBeVisible();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Error encountered.');
  answer = { grandTotalCents: 9422, services: [service('broken', []), service('other', [])] };
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The broken' })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('the focus moves to the heading of a page that is opened', async ({ page, signedIn: _ }) => {
  await page.goto('/console/');
  for (const name of ['Usage', 'Prices']) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeFocused();
});

test('who wants less motion gets none', async ({ page }) => {
  await page.goto('/console/dev/kit');
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
