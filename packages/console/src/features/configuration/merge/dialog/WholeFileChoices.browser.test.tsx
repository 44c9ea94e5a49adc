import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { drawMerge } from '../../../../../test/draw-merge.tsx';

afterEach(() => page.viewport(1280, 800));

const sides = { base: 'a\nb\nc\nd\ne\n', local: 'a\nL\nc\nM\ne\n', remote: 'a\nR\nc\nS\ne\n' };

it('names each button after what it decides, and announces what is left', async () => {
  const { screen } = await drawMerge({ sides });
  const buttons = screen.getByRole('button', { name: /^(?:Keep Local|Apply Remote)/ });
  await expect
    .poll(() => buttons.elements().map((button) => button.ariaLabel))
    .toEqual([
      'Keep Local for the whole file',
      'Apply Remote for the whole file',
      'Keep Local: Conflict 1 of 2',
      'Keep Local: Conflict 2 of 2',
      'Apply Remote: Conflict 1 of 2',
      'Apply Remote: Conflict 2 of 2',
    ]);
  const all = screen.getByRole('button', { name: 'Keep Local for the whole file' });
  await expect.element(all).toHaveTextContent('Keep Local');
  await all.click();
  const spoken = screen.getByText('Keep Local for the whole file: all conflicts resolved · 0 changes.');
  await expect.element(spoken).toBeInTheDocument();
});

it('announces it where the choices are in a menu, too', async () => {
  await page.viewport(390, 800);
  const { screen } = await drawMerge({ sides });
  await screen.getByRole('button', { name: 'For all …' }).click();
  await screen.getByRole('menuitem', { name: 'Apply Remote' }).click();
  const spoken = screen.getByText('Apply Remote for the whole file: all conflicts resolved · 0 changes.');
  await expect.element(spoken).toBeInTheDocument();
});
