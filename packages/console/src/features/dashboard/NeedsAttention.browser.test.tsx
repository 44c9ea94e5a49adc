import { listServices } from '@atrium/contract/services/service';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { NeedsAttention } from './NeedsAttention.tsx';

it('does not say that all is well when the services could not be listed', async () => {
  answer(listServices, () => refusal(500, 'The list is broken.'));
  const screen = await draw(<NeedsAttention now={new Date('2026-11-24T12:00:00Z')} />);
  await expect.element(screen.getByText('Some of it could not be checked.')).toBeVisible();
  await expect.element(screen.getByText('All good')).not.toBeInTheDocument();
});
