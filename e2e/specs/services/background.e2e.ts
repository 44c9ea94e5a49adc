import { importFiles } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';

const SERVICE = 'hyper-dispatch';

test('a queued run that fails is retried from the queue, a schedule shows its next time, and a mail is sent', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const put = (files: Record<string, string>) => importFiles(customerApi, SERVICE, 'functions', files);
  const { email } = await customerApi.must<{ email: string }>('GET', '/auth/v1/user');
  await put({
    'charge.js': `export default () => { throw new TypeError('the bank is closed'); };`,
    'nightly.js': 'export default () => 1;',
    'nightly.meta.js': `export default { schedule: [{ cron: '0 7 * * 1-5', timeZone: 'Europe/Vienna' }] };`,
    'order.js': `export default async (input, { later, mail }) => {
      await later('charge', { id: 17 }, { key: 'order 17', retries: 0 });
      return mail.send({ to: '${email}', subject: 'Order 17', text: 'Thank you' });
    };`,
  });
  const sent = await customerApi.must('POST', `/services/${SERVICE}/invoke/order`, {});
  expect(sent).toEqual({ refused: [] });

  await page.goto('/console/services/hyper-dispatch?tab=queue');
  const row = page.getByRole('row', { name: /charge/ });
  await expect(row).toContainText('queued as order 17');
  await expect(row).toContainText('failed', { timeout: 20_000 });
  await expect(row).toContainText('TypeError: the bank is closed');
  await expect(page.getByRole('row', { name: /nightly/ })).toContainText('0 7 * * 1-5');

  await put({ 'charge.js': 'export default () => 1;' });
  await row.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No runs in the queue')).toBeVisible({ timeout: 20_000 });

  await page
    .getByRole('row', { name: /nightly/ })
    .getByRole('link', { name: 'nightly' })
    .click();
  await expect(page.getByRole('heading', { name: 'Triggers' })).toBeVisible();
  await expect(page.getByText('(Europe/Vienna)')).toBeVisible();

  await expect
    .poll(async () => {
      const { content } = await customerApi.must<{ content: { subject: string; state: string }[] }>(
        'GET',
        '/console/v1/function-mails',
      );
      return content.map(({ subject, state }) => `${subject}: ${state}`);
    })
    .toEqual(['Order 17: SENT']);
});
