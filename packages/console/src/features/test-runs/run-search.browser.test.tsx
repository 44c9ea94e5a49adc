import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { useRunSearch } from './run-search.ts';

const changes = new Set<unknown>();

function Shown() {
  const { search, change } = useRunSearch();
  changes.add(change);
  return (
    <button type="button" onClick={() => change({ test: 'shop/tests/sum' })}>
      {search.test ?? 'No test'}
    </button>
  );
}

it('what changes the address stays the same when the address changes', async () => {
  const screen = await draw(<Shown />);
  await screen.getByRole('button', { name: 'No test' }).click();
  await expect.element(screen.getByRole('button', { name: 'shop/tests/sum' })).toBeVisible();
  expect(changes.size).toBe(1);
});
