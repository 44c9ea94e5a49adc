import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { drawMerge } from '../../../../../test/draw-merge.tsx';

it('keeps the focus on the button of a change, and announces what was chosen', async () => {
  const { screen } = await drawMerge();
  const remote = screen.getByRole('button', { name: 'Apply Remote: Conflict 1 of 1' });
  await expect.element(remote).toBeVisible();
  (remote.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Conflict 1 of 1, remote')).toBeInTheDocument();
  await expect.element(remote).toHaveFocus();
  await screen.getByRole('button', { name: 'More choices for Conflict 1 of 1' }).click();
  await screen.getByRole('menuitem', { name: 'Undo this choice' }).click();
  await expect.element(screen.getByText('Conflict 1 of 1, open')).toBeInTheDocument();
});
