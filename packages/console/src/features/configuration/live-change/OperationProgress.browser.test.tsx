import { listProgress, type Operation } from '@atrium/contract/configuration/progress';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { OperationProgress } from './OperationProgress.tsx';

const running: Operation = {
  id: '0197a000-0000-7000-8000-0000000000a1',
  kind: 'PULL',
  state: 'RUNNING',
  phase: 'FETCH',
  done: 12_345,
  total: 50_000,
  startedOn: '2026-11-24T12:00:00.000Z',
  endedOn: null,
  error: null,
  about: 'shop',
  uuid: null,
};

it('announces what is done now, and not each new number', async () => {
  answer(listProgress, () => ({ operations: [running] }));
  const screen = await draw(<OperationProgress id={running.id} />);
  const status = screen.getByRole('status');
  await expect.element(screen.getByText('12,345 of 50,000 objects')).toBeVisible();
  await expect.element(status).toMatchTextContent(/^shop\. Fetching …$/);
  answer(listProgress, () => ({ operations: [{ ...running, done: 23_456 }] }));
  await expect.element(screen.getByText('23,456 of 50,000 objects')).toBeVisible();
  await expect.element(status).toMatchTextContent(/^shop\. Fetching …$/);
});
