import {
  dropRun,
  listQueue,
  listSchedules,
  type QueuedRun,
  retryRun,
} from '@atrium/contract/service-api/functions/background';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { QueueTab } from './QueueTab.tsx';

const at = <E extends { path: `/${string}` }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/hyper-dispatch${endpoint.path}` }) as E;

const waiting: QueuedRun = {
  id: '0197a000-0000-7000-8000-0000000000a1',
  kind: 'QUEUE',
  function: 'mails/remind',
  event: null,
  key: 'order 17',
  state: 'WAITING',
  dueOn: '2026-11-29T10:00:00.000Z',
  createdOn: '2026-11-29T09:00:00.000Z',
  failedOn: null,
  attempt: 0,
  retries: 3,
  error: null,
};
const failed: QueuedRun = {
  ...waiting,
  id: '0197a000-0000-7000-8000-0000000000a2',
  kind: 'EVENT',
  function: 'stock/recount',
  event: 'content.orders.inserted',
  key: null,
  state: 'FAILED',
  failedOn: '2026-11-29T10:30:00.000Z',
  attempt: 4,
  error: 'TypeError: not today',
};

function answerLists() {
  answer(at(listSchedules), () => ({
    schedules: [
      {
        function: 'reports/nightly',
        position: 0,
        cron: '0 7 * * 1-5',
        timeZone: 'Europe/Vienna',
        nextOn: '2026-11-30T06:00:00.000Z',
        ticks: [
          { on: '2026-11-27T06:00:00.000Z', state: 'FAIL' as const, callId: waiting.id, note: 'Error: no' },
          { on: '2026-11-26T06:00:00.000Z', state: 'MISSED' as const, callId: null, note: null },
        ],
      },
    ],
  }));
  const asked = vi.fn<(state: string | undefined) => void>();
  answer(at(listQueue), ({ query }) => {
    asked(query.state);
    return {
      content: query.state === undefined ? [waiting, failed] : [failed],
      hasMore: false,
      counts: { waiting: 1, running: 0, failed: 1 },
    };
  });
  return asked;
}

it('shows what waits and why, and the next and last times of schedules', async () => {
  signIn('functions.invoke');
  const asked = answerLists();
  const screen = await draw(<QueueTab serviceId="hyper-dispatch" />);
  await expect.element(screen.getByText('queued as order 17')).toBeVisible();
  await expect.element(screen.getByText('because of content.orders.inserted')).toBeVisible();
  await expect.element(screen.getByText('TypeError: not today')).toBeVisible();
  await expect.element(screen.getByText('4 of 4')).toBeVisible();
  await expect.element(screen.getByText('0 7 * * 1-5')).toBeVisible();
  await expect.element(screen.getByText('missed')).toBeVisible();
  await screen.getByLabelText('State').selectOptions('Failed (1)');
  await expect.poll(() => asked.mock.lastCall).toEqual(['FAILED']);
});

it('retries a failed run, and drops one after a question', async () => {
  signIn('functions.invoke');
  answerLists();
  const sent = vi.fn<(what: string, id: string) => void>();
  answer(at(retryRun), ({ params }) => {
    sent('retry', params.id);
    return undefined;
  });
  answer(at(dropRun), ({ params }) => {
    sent('drop', params.id);
    return refusal(409, 'The run is under way.');
  });
  const screen = await draw(<QueueTab serviceId="hyper-dispatch" />);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => sent.mock.lastCall).toEqual(['retry', failed.id]);
  await screen.getByRole('button', { name: 'Delete run of mails/remind' }).click();
  await screen.getByRole('button', { name: 'Drop' }).click();
  await expect.poll(() => sent.mock.lastCall).toEqual(['drop', waiting.id]);
  await expect.element(screen.getByText('The run is under way.')).toBeVisible();
});
