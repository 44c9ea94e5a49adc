import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspectPage } from '../../support/accessibility.ts';
import { answerWithError } from '../../support/forms.ts';
import { NARROW, WIDE } from '../../support/looks.ts';
import { openTab } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';
import { addTests, fact, runAllTests, slowTests } from './demo-tests.ts';

test.describe.configure({ timeout: 180_000 });

const moody = "export default function moody() {\n  throw new Error('today not');\n}\n";
const calm = 'export default function moody() {}\n';

test('the dashboard shows how the tests went over time', async ({
  page,
  guard,
  signedIn: person,
  customerApi,
}) => {
  await test.step('without runs there is no strip, and the history says what will be there', async () => {
    await page.goto('/console/test-runner-dashboard?view=history');
    await expect(page.getByText('Every run adds a column here.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Last runs' })).toHaveCount(0);
  });

  await addTests(customerApi, { 'moody.js': calm });
  const first = await runAllTests(customerApi);
  await addTests(customerApi, { 'moody.js': moody });
  const second = await runAllTests(customerApi);

  await test.step('the strip leads from run to run', async () => {
    await page.goto('/console/test-runner-dashboard');
    await expect(page).toHaveURL(new RegExp(`runId=${second}`));
    const marks = page.getByRole('list', { name: 'Last runs' }).getByRole('link');
    await expect(marks).toHaveCount(2);
    await expect(page.getByText('Last 2 runs, 1 failed')).toBeVisible();
    await expect(marks.last()).toHaveAttribute('aria-current', 'true');
    await marks.first().click();
    await expect(page).toHaveURL(new RegExp(`runId=${first}`));
    await expect(fact(page, 'Status')).toHaveText('OK');
    await inspectPage(page, 'test-runner-dashboard-strip');
  });

  await test.step('the heat map has each test in each run, for the keyboard and a screen reader too', async () => {
    await openTab(page, 'Tests', 'History');
    await expect(page).toHaveURL(/view=history/);
    const map = page.getByRole('table', { name: 'Tests by runs' });
    const results = map.getByRole('slider', { name: /^tests\/demo\/moody\.js: Passed 1 of 2, failed 1$/ });
    await results.focus();
    await expect(results).toHaveAttribute('aria-valuetext', /: FAIL$/);
    await page.keyboard.press('ArrowLeft');
    await expect(results).toHaveAttribute('aria-valuetext', /: OK$/);
    await expect(map.getByRole('row', { name: /moody\.js/ })).toContainText('50%');
    await expect(page.getByRole('img', { name: /^Passed by run\. Latest/ })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Slowest tests' }).getByRole('rowheader')).toHaveCount(10);
    await expect(page.getByText('No flaky tests')).toBeVisible();
    await expect(page.getByText(/every service had the same configuration version/)).toBeVisible();
    await page.getByRole('button', { name: 'As a table' }).click();
    await expect(page.getByRole('table', { name: 'Pass rate and duration' }).getByRole('row')).toHaveCount(3);
    // A row that the frame cuts through is too small to be touched.
    await map.evaluate((frame) => frame.scrollTo(0, 0));
    await inspectPage(page, 'test-runner-dashboard-history');
    await page.setViewportSize(NARROW);
    await map.getByRole('slider').first().scrollIntoViewIfNeeded();
    await expect(map.getByRole('slider').first()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(WIDE);
    await results.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`runId=${second}`));
    await expect(page.getByRole('dialog')).toContainText('today not');
    await page.keyboard.press('Escape');
  });

  await test.step('a failed test is put into quarantine, does not fail the next run, and is taken out again', async () => {
    const failures = page.getByRole('region', { name: /^Failures/ });
    await failures.getByRole('button', { name: 'Quarantine…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Put into quarantine' }).click();
    await expect(dialog.getByText('Enter a reason.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Waits for the new tax rates');
    // Today may end before the quarantine is saved.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Last day (UTC)').fill(tomorrow);
    await inspectPage(page, 'test-quarantine');
    await dialog.getByRole('button', { name: 'Put into quarantine' }).click();
    await expect(dialog).toHaveCount(0);
    const third = await runAllTests(customerApi);
    await page.goto(`/console/test-runner-dashboard?runId=${third}`);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('1 failed in quarantine');
    await expect(fact(page, 'Status')).toHaveText('OK');
    await expect(failures.getByText(/does not fail the run: Waits for/)).toBeVisible();
    await page.goto('/console/test-runner-dashboard?view=history');
    const list = page.getByRole('table', { name: 'Tests in quarantine' });
    await expect(list.getByRole('row', { name: /demo\/moody/ })).toContainText('Waits for the new tax rates');
    await inspectPage(page, 'test-quarantines');
    await list.getByRole('button', { name: 'Delete quarantine of hyper-dispatch/tests/demo/moody' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^No test is in quarantine/)).toBeVisible();
  });

  await test.step('tests can run by themselves: a time is added, paused and deleted', async () => {
    await openTab(page, 'Tests', 'Schedule');
    await expect(page.getByText(/^Tests can run automatically/)).toBeVisible();
    await page.getByRole('button', { name: 'Add a time' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How often').selectOption('Monday to Friday');
    await dialog.getByLabel('At (UTC)').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a time of day, such as 02:30.')).toBeVisible();
    await dialog.getByLabel('At (UTC)').fill('03:45');
    await dialog.getByRole('checkbox', { name: 'Content' }).check();
    await inspectPage(page, 'test-run-time');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page
      .getByRole('table', { name: 'Timetable' })
      .getByRole('row', { name: /^Monday to Friday at 03:45 UTC/ });
    await expect(row).toContainText('content');
    await expect(row).toContainText('Not yet');
    await inspectPage(page, 'test-run-timetable');
    await row.getByRole('button', { name: /^Change / }).click();
    await dialog.getByRole('checkbox', { name: 'Paused' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Paused');
    await row.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^Tests can run automatically/)).toBeVisible();
  });

  await test.step('people and programs are told of a failing run: a channel is added, tried, told and deleted', async () => {
    const received: { signature: string; body: string }[] = [];
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        received.push({ signature: String(request.headers['webhook-signature']), body });
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await page.goto('/console/test-runner-dashboard?view=notices');
    await expect(page).toHaveURL('/console/notifications');
    await page.getByRole('tab', { name: 'Only me' }).click();
    await page.getByRole('checkbox', { name: 'Tests fail: E-mail' }).check();
    await page.getByRole('tab', { name: 'Domain' }).click();
    await expect(page.getByText(`E-mail goes to ${person.username}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Add a channel' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Receiver');
    await dialog.getByLabel(/^Address/).fill('my receiver');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Enter an address that begins with https://.')).toBeVisible();
    await dialog.getByLabel(/^Address/).fill(url);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const secret = page.getByRole('alertdialog', { name: 'Save the secret' });
    await expect(secret.getByLabel('Secret', { exact: true })).toHaveText(/^whsec_/);
    await inspectPage(page, 'notification-secret');
    await secret.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Send a test message to Receiver' }).click();
    const deliveries = page.getByRole('table', { name: 'Last deliveries' });
    await expect(deliveries.getByRole('row', { name: /Test/ })).toContainText('Delivered');
    expect(received).toEqual([expect.objectContaining({ signature: expect.stringMatching(/^v1,/) })]);
    await page.getByRole('checkbox', { name: 'Tests fail: Receiver' }).check();
    await page.getByRole('checkbox', { name: 'A function fails often: Receiver' }).check();
    await expect(page.getByLabel('Failed calls from (%), A function fails often: Receiver')).toHaveValue('5');
    await page.getByRole('button', { name: 'Change Receiver' }).click();
    await dialog.getByRole('checkbox', { name: 'Quiet hours' }).check();
    await dialog.getByLabel(/^Until/).fill('22:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter another time than that at which they begin.')).toBeVisible();
    await inspectPage(page, 'notification-timing');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await inspectPage(page, 'notifications');
    const edit = {
      files: [
        { folderPath: 'functions', name: 'zones.js', content: 'export default () => 1;\n', checksum: null },
      ],
      message: 'Weigh by zone',
    };
    await customerApi.must('POST', '/console/v1/configuration/hyper-dispatch/edit', edit);
    const fourth = await runAllTests(customerApi);
    const told = () =>
      received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'test-run.first-failure')
        ?.data;
    await expect.poll(told, { timeout: 30_000 }).toMatchObject({
      runId: fourth,
      lastSubmission: { message: 'Weigh by zone', author: person.username },
    });
    await page.reload();
    await expect(deliveries.getByRole('row', { name: /Tests fail Receiver/ })).toContainText('Delivered');
    await page.getByRole('button', { name: 'Delete channel Receiver' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No channels yet')).toBeVisible();
    receiver.close();
  });

  expect(guard.faults(), 'until here').toEqual([]);
  guard.expectFault(/status of 500/);

  await test.step('a history that cannot be read is told, and tried again', async () => {
    await answerWithError(page, '/console/v1/tests/history', 500, {});
    await page.goto('/console/test-runner-dashboard?view=history');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toBeVisible();
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('table', { name: 'Tests by runs' })).toBeVisible();
  });
});

test('the strip shows how the run on the page has ended without waiting for the next look', async ({
  page,
  signedIn: _,
  customerApi,
}) => {
  // More than enough: this run ends when the test ends it, however busy the machine is.
  await addTests(customerApi, slowTests);
  const { runId } = await customerApi.must<{ runId: string }>('POST', '/console/v1/tests/run', {});
  await page.clock.install();
  await page.goto(`/console/test-runner-dashboard?runId=${runId}`);
  const mark = page.getByRole('list', { name: 'Last runs' }).getByRole('link');
  await expect(mark).toHaveAccessibleName(/: RUNNING$/);
  // From here on less time passes in the page than lies between two looks: 4 s, in which the events and a call that was
  // refused are tried again.
  await page.clock.pauseAt(new Date(Date.now() + 3000));
  await customerApi.must('PUT', `/console/v1/tests/run/cancel/${runId}`);
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(mark).toHaveAccessibleName(/: CANCELED$/, { timeout: 500 });
  }).toPass({ intervals: [0], timeout: 20_000 });
  await expect(fact(page, 'Status')).toHaveText('CANCELED');
});
