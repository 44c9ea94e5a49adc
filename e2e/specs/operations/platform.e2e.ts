import { inspectPage } from '../../support/accessibility.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

test('an administrator sees how the platform is', async ({ page, guard, signedInAdmin: _ }) => {
  await test.step('database, backups, services and queues stand on one page', async () => {
    await page.goto('/console/');
    await page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'Platform' }).click();
    await expect(page).toHaveURL('/console/platform');
    await expectLoaded(page);
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(part('Database')).toContainText('Arriving');
    await expect(part('Backups')).toContainText('No backups are made');
    const services = page.getByRole('table', { name: 'Services' });
    await expect(services.getByRole('row', { name: /Functions/ })).toContainText('UP');
    const queues = page.getByRole('table', { name: 'Queues' });
    await expect(queues.getByRole('row', { name: /^accounts\.clean-up/ })).toContainText('17 3 * * *');
    await inspectPage(page, 'platform');
  });

  await test.step('the order of queues is in the address', async () => {
    await page.getByRole('button', { name: 'Waiting' }).click();
    await expect(page).toHaveURL(/sort/);
  });

  await test.step('when it cannot be read any more, what was read stays', async () => {
    expect(guard.faults(), 'until here').toEqual([]);
    guard.expectFault(/500/);
    await page.route('**/console/v1/platform', (route) => route.fulfill({ status: 500, json: {} }));
    // The page reads it again by itself.
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toBeVisible({ timeout: 20_000 });
    await expect(alert).toHaveCount(1);
    await expect(page.getByRole('table', { name: 'Queues' })).toBeVisible();
    await page.unroute('**/console/v1/platform');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toBeHidden();
  });
});
