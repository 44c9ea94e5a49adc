import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inspectPage } from '../../support/accessibility.ts';
import { field } from '../../support/forms.ts';
import { importFiles, readLiveFile } from '../../support/live-configuration.ts';
import { expect, test } from '../../support/test.ts';

const SERVICE = 'hyper-dispatch';

test('a queued run that fails is retried from the queue, triggers are edited in forms, and a mail is sent', async ({
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
      return mail.send({ to: ['${email}', 'stranger@example.com'], subject: 'Order 17', text: 'Thank you' });
    };`,
  });
  const sent = await customerApi.must('POST', `/services/${SERVICE}/invoke/order`, {});
  const withoutCard = expect.stringContaining('Without a card on file');
  expect(sent).toEqual({ refused: [{ to: 'stranger@example.com', reason: withoutCard }] });

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

  await test.step('a form edits the schedule, and says when it runs', async () => {
    await page.getByRole('button', { name: 'Edit schedules' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedules of nightly' });
    const times = field(dialog, 'Times');
    await times.fill('0 25 * * *');
    await expect(dialog.getByText(/^0 25 \* \* \* is no time/)).toBeVisible();
    await times.fill('15 6 * * *');
    await expect(dialog.getByText('Runs at 6:15 (Europe/Vienna).')).toBeVisible();
    await expect(dialog.getByText(/^Next times in Europe/)).toHaveText(
      /^Next times in Europe\/Vienna: (?:[\d/]+ 06:15:00(?:, |$)){5}/,
    );
    await field(dialog, 'Input').fill('{"days": 7}');
    await expect(dialog).toContainText('functions/nightly: no longer runs at 7:00 on weekdays');
    await inspectPage(page, 'schedule-form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('15 6 * * *')).toBeVisible();
  });

  await test.step('a form chooses events of collections, and takes others', async () => {
    await page.getByRole('button', { name: 'Add events' }).click();
    const dialog = page.getByRole('dialog', { name: 'Events of nightly' });
    await dialog.getByRole('group', { name: 'Entries of orders' }).getByLabel('inserted').check();
    await field(dialog, 'Other events').fill('order!');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/^order! is not the name of an event/)).toBeVisible();
    await field(dialog, 'Other events').fill('order.paid');
    await inspectPage(page, 'events-form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('content.orders.inserted, order.paid')).toBeVisible();
    const metadata = await readLiveFile(customerApi, SERVICE, 'functions/nightly.meta.js');
    expect(metadata).toContain('15 6 * * *');
    expect(metadata).toContain('days: 7');
  });

  await test.step('a form declares a host and a secret, and names what is missing', async () => {
    await page.getByRole('button', { name: 'Edit hosts and secrets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hosts and secrets of nightly' });
    await field(dialog, 'Hosts').fill('https://api.example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/^https:\/\/api\.example\.com must be the name of a host/)).toBeVisible();
    await field(dialog, 'Hosts').fill('api.example.com');
    await field(dialog, 'Secrets').fill('API_KEY');
    await expect(dialog).toContainText('needs the secret API_KEY, which is not set');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The secret API_KEY is not set.')).toBeVisible();
  });

  await test.step('the mails of functions are listed with their delivery state', async () => {
    await page.goto('/console/services/hyper-dispatch?tab=mails');
    const mails = page.getByRole('table', { name: 'Mails' });
    const own = mails.getByRole('row', { name: new RegExp(email, 'i') });
    await expect(own).toContainText('Order 17');
    await expect(own.getByText('sent', { exact: true })).toBeVisible();
    await inspectPage(page, 'function-mails');
    await field(page, 'State').selectOption('FAILED');
    await expect(mails.getByRole('row', { name: /stranger@example\.com/ })).toContainText('Without a card');
    await expect(own).toBeHidden();
    await field(page, 'Search addresses').fill('nobody@');
    await expect(page.getByText('No such mails')).toBeVisible();
    await page.getByRole('button', { name: 'Show all mails' }).click();
    await expect(own).toBeVisible();
  });
});

test('the shop of a new domain names what is missing, and then takes a signed payment', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  const SECRET = 'a secret of our own';
  const script = join(import.meta.dirname, '..', '..', '..', 'tools', 'send-webhook.mjs');
  const send = (address: string, secret: string, ...more: string[]) =>
    promisify(execFile)(process.execPath, [script, address, secret, ...more]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  const { email } = await customerApi.must<{ email: string }>('GET', '/auth/v1/user');

  await page.goto('/console/services/hyper-dispatch?function=hooks/payment');
  await expect(page.getByText('The secret PAYMENT_SECRET is not set.')).toBeVisible();
  const address =
    (await page
      .getByText(/\/hooks\/payment$/)
      .first()
      .textContent()) ?? '';
  expect(await send(address, SECRET)).toMatch(/^503 /);
  await page.getByRole('main').getByRole('link', { name: 'Secrets & variables' }).first().click();
  for (const [name, value] of [
    ['PAYMENT_SECRET', SECRET],
    ['REPORT_TO', email],
  ] as const) {
    await page.getByRole('row', { name }).getByRole('button', { name: 'Set' }).click();
    const dialog = page.getByRole('dialog', { name: `Set ${name}` });
    await field(dialog, 'Value').fill(value);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }

  const { order } = await customerApi.must<{ order: { id: string } }>(
    'POST',
    `/services/${SERVICE}/invoke/orders/create`,
    { customer: { email }, lines: [{ product: 'cup', quantity: 1 }] },
  );
  expect(await send(address, 'another secret', '1740', order.id)).toMatch(/^401 /);
  await test.step('the page of the function says why requests were refused, and what to do', async () => {
    await page.goto('/console/services/hyper-dispatch?function=hooks/payment');
    await expect(page.getByRole('heading', { name: 'Refused in the last 7 days: 2' })).toBeVisible();
    const refused = page.getByRole('list', { name: 'Refused requests' }).getByRole('listitem');
    await expect(refused.nth(0)).toContainText("1 · The signature doesn't match · last just now");
    await expect(refused.nth(0)).toContainText('Set the secret PAYMENT_SECRET to the signing secret');
    await expect(refused.nth(1)).toContainText("1 · The secret PAYMENT_SECRET isn't set");
    await inspectPage(page, 'refused-requests');
    expect(await send(address, 'another secret')).toMatch(/^401 /);
    await page.reload();
    await expect(refused.nth(0)).toContainText("2 · The signature doesn't match");
  });
  expect(await send(address, SECRET, '1740', order.id, '--failed')).toMatch(/^200 /);
  await page.goto('/console/services/hyper-dispatch?tab=queue');
  await expect(page.getByRole('row', { name: /payments\/remind/ })).toContainText(`queued as ${order.id}`);

  expect(await send(address, SECRET, '1740', order.id)).toBe('200 {"received":true}\n');
  const shown = address.replace('/hooks/payment', `/orders/${order.id}`);
  await expect
    .poll(async () => ((await (await fetch(shown)).json()) as { isPaid: boolean }).isPaid, {
      timeout: 20_000,
    })
    .toBe(true);
  await page.goto('/console/services/hyper-dispatch?function=reports/payments');
  await field(page, 'Input (JSON)').fill('{"locale": "de-AT", "timeZone": "Europe/Vienna"}');
  await page.getByRole('region', { name: 'Call', exact: true }).getByRole('button', { name: 'Call' }).click();
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('"payments": 1');
  await expect
    .poll(async () => {
      const { content } = await customerApi.must<{ content: { subject: string; state: string }[] }>(
        'GET',
        '/console/v1/function-mails',
      );
      return content.map(({ subject, state }) => `${subject.slice(0, 8)} ${state}`).sort();
    })
    .toEqual(['Payments SENT', 'Receipt  SENT']);
});
