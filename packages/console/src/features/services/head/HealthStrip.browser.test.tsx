import { listHealthDays } from '@atrium/contract/services/health-days';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { HealthStrip } from './HealthStrip.tsx';

it('writes days as everywhere', async () => {
  const days = [{ day: '2026-11-01', checks: 10, degraded: 0, down: 0 }];
  answer(listHealthDays, () => ({ days }));
  const screen = await draw(<HealthStrip serviceId="shop" />);
  await screen.getByRole('button', { name: /since 11\/01\/2026$/ }).click();
  await expect.element(screen.getByRole('rowheader', { name: '11/01/2026' })).toBeVisible();
});
