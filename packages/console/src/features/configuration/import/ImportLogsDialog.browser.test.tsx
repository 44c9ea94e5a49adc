import { type LogEntry, MAX_LOG_ENTRIES, searchLog } from '@atrium/contract/audit/log';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { nameService } from '../../../../test/name-service.ts';
import { answer, refusal } from '../../../../test/platform.ts';
import { ImportLogsDialog } from './ImportLogsDialog.tsx';

it('leaves a failure closed until the log could be read once more', async () => {
  let reads = 0;
  const failing = () => {
    reads += 1;
    return refusal(500, `Attempt ${reads} failed.`);
  };
  answer(searchLog, failing);
  const screen = await draw(<ImportLogsDialog onClose={() => {}} />);
  const failed = screen.getByRole('alertdialog');
  await expect.element(failed.getByText('Attempt 1 failed.')).toBeVisible();
  await failed.getByRole('button', { name: 'Ok' }).click();

  await screen.client.refetchQueries();
  expect(reads).toBe(2);
  await expect.element(failed).not.toBeInTheDocument();

  answer(searchLog, () => ({ now: '2026-11-24T12:00:00.000Z', logs: [] }));
  await screen.client.refetchQueries();
  answer(searchLog, failing);
  await screen.client.refetchQueries();
  await expect.element(failed.getByText('Attempt 3 failed.')).toBeVisible();
});

it('tells a failure in one place: in the error dialog, and in its own once that is closed', async () => {
  answer(searchLog, () => refusal(500, 'The log is away.'));
  const screen = await draw(<ImportLogsDialog onClose={() => {}} />);
  const failed = screen.getByRole('alertdialog');
  const message = screen.getByText('The log is away.');
  await expect.element(failed.getByText('The log is away.')).toBeVisible();
  expect(message.elements()).toHaveLength(1);
  await failed.getByRole('button', { name: 'Ok' }).click();
  await expect.element(failed).not.toBeInTheDocument();
  await expect.element(message).toBeVisible();
});

it('shows a failure of another time too, and in the dialog with Retry where there is an end', async () => {
  answer(searchLog, () => refusal(500, 'Out of order.'));
  const screen = await draw(<ImportLogsDialog onClose={() => {}} />);
  const failed = screen.getByRole('alertdialog');
  await failed.getByRole('button', { name: 'Ok' }).click();
  await expect.element(failed).not.toBeInTheDocument();
  await screen.getByLabelText('Start time').fill('2026-11-23T10:00');
  await failed.getByRole('button', { name: 'Ok' }).click();

  await screen.getByLabelText('End time').fill('2026-11-23T09:00');
  await expect.element(screen.getByText('The end is before the start.')).toBeVisible();
  await screen.getByLabelText('End time').fill('2026-11-23T11:00');
  const alert = screen.getByRole('alert').filter({ hasText: 'Out of order.' });
  await expect.element(alert).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
  answer(searchLog, () => ({ now: '2026-11-23T10:30:00.000Z', logs: [] }));
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(alert).not.toBeInTheDocument();
});

it('refreshes up to an end that is ahead', async () => {
  answer(searchLog, () => ({ now: '2026-11-24T12:00:00.000Z', logs: [] }));
  const path = '/?dialog.start=2026-11-20T10:00&dialog.end=2026-11-26T10:00';
  const screen = await draw(<ImportLogsDialog onClose={() => {}} />, { path });
  await expect.element(screen.getByText(/^As of/)).toMatchTextContent(/refreshed every 10 seconds/);
});

it('announces nothing each time it reads the log again', async () => {
  const log = { now: '2026-11-24T12:00:00.000Z', logs: [] };
  answer(searchLog, () => log);
  const screen = await draw(<ImportLogsDialog onClose={() => {}} />);
  await expect.element(screen.getByText(/^As of/)).toBeVisible();
  const again = Promise.withResolvers<typeof log>();
  answer(searchLog, () => again.promise);
  const read = screen.client.refetchQueries();
  await expect.element(screen.getByText('Loading logs')).toBeInTheDocument();
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  again.resolve(log);
  await read;
});

const entry: LogEntry = {
  id: '0190f2c4-7a10-7000-8000-000000000001',
  createdOn: '2026-11-24T10:00:00.000Z',
  domainId: '0190f2c4-7a10-7000-8000-000000000002',
  domain: 'ada',
  action: 'configuration.edit',
  message: 'Edited by hand',
  user: 'ada',
  impersonator: null,
  pageServiceId: 'shop',
  before: null,
  after: null,
  stackTrace: null,
  requestId: null,
};

it('says that it shows the latest entries only, and finds earlier ones up to an end', async () => {
  const ends: unknown[] = [];
  answer(searchLog, ({ body }) => {
    ends.push(body.endAt);
    const count = body.endAt === undefined ? MAX_LOG_ENTRIES : 0;
    const logs = Array.from({ length: count }, (_, index) => ({ ...entry, id: String(index) }));
    return { now: '2026-11-24T12:00:00.000Z', logs };
  });
  const { router, ...screen } = await draw(<ImportLogsDialog onClose={() => {}} />);
  const limit = screen.getByText('These are the latest 1,000. Choose an end time to find earlier ones.');
  await expect.element(limit).toBeVisible();
  await screen.getByLabelText('End time').fill('2026-11-23T10:00');
  await expect.element(limit).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^As of/)).not.toMatchTextContent(/refreshed/);
  expect(ends).toEqual([undefined, new Date('2026-11-23T10:00').toISOString()]);
  expect(router.state.location.search).toEqual({ 'dialog.end': '2026-11-23T10:00' });
  await screen.getByRole('button', { name: 'Show the last 30 days' }).click();
  await expect.element(limit).toBeVisible();
  await expect.poll(() => Object.keys(router.state.location.search)).toEqual(['dialog.start']);
});

it('names the pages of a service that did something for a person', async () => {
  answer(searchLog, () => ({ now: '2026-11-24T12:00:00.000Z', logs: [entry] }));
  const screen = await draw(<ImportLogsDialog onClose={() => {}} />);
  // A service that is not there any more keeps its ID.
  await expect.element(screen.getByRole('cell', { name: 'Pages of shop for ada' })).toBeVisible();
  await nameService(screen.client, 'shop', 'Shop');
  await expect
    .element(screen.getByRole('cell', { name: 'Pages of Shop for ada', exact: true }))
    .toBeVisible();
});
