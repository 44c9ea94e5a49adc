import { inspectPage } from '../../support/accessibility.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test('the overview shows its outline before its program has come, and what comes keeps its place', async ({
  page,
  signedIn: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/console/assets/index-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  const top = async (part: ReturnType<typeof page.getByRole>) => (await part.boundingBox())?.y ?? Number.NaN;

  await page.goto('/console/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const outlined = await top(page.getByText('Loading the overview').locator('..'));
  await inspectPage(page, 'overview-outline');

  letCome();
  await expect(page.getByText('All services are up.')).toBeVisible();
  await expectLoaded(page);
  const drawn = await top(page.getByRole('region', { name: 'This month' }));
  expect(Math.abs(drawn - outlined), 'the tiles stand where the outline had them').toBeLessThan(16);

  const activity = await top(page.getByRole('region', { name: 'Activity' }));
  expect(activity, 'it is read before the account').toBeLessThan(
    await top(page.locator('atrium-console-widget')),
  );
});
