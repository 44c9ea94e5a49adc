import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { useAddressed } from './use-addressed.ts';
import { useSearchKey } from './use-search-key.ts';

function Page() {
  const [open, setOpen] = useAddressed('dialog');
  useSearchKey(setOpen);
  return <button onClick={() => setOpen(undefined)}>Close {open ?? 'nothing'}</button>;
}

it('opens the search, but not in the place of another dialog', async () => {
  const screen = await draw(<Page />, { path: '/?dialog=upload' });
  await expect.element(screen.getByRole('button', { name: 'Close upload' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.getByRole('button', { name: 'Close upload' }).click();
  await expect.element(screen.getByRole('button', { name: 'Close nothing' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(screen.getByRole('button', { name: 'Close search' })).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('button', { name: 'Close search' })).toBeVisible();
  await screen.getByRole('button', { name: 'Close search' }).click();
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('button', { name: 'Close keys' })).toBeVisible();
});
