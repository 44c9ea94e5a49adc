import { listServices } from '@atrium/contract/services/service';
import { type RunTime, saveRunTime } from '@atrium/contract/test-runs/timetable';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { RunTimeDialog } from './RunTimeDialog.tsx';

const time: RunTime = {
  id: '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6a',
  rhythm: 'DAILY',
  at: '02:30',
  serviceIds: ['shop'],
  retries: 0,
  isPaused: false,
  user: 'ada',
  nextAt: null,
  last: null,
};

it('a service that is gone can be taken out of a time', async () => {
  const saved = vi.fn<(serviceIds: readonly string[]) => void>();
  answer(listServices, () => ({ services: [] }));
  answer(saveRunTime, ({ body }) => {
    saved(body.serviceIds);
    return { ...time, serviceIds: body.serviceIds };
  });
  const screen = await draw(<RunTimeDialog time={time} onClose={() => {}} />);
  const gone = screen.getByRole('checkbox', { name: 'shop (no longer registered)' });
  await expect.element(gone).toBeChecked();
  await gone.click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith([]));
});
