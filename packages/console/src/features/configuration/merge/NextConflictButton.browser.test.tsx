import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import type { DiffFile } from '../decisions/diff-file.ts';
import { NextConflictButton } from './NextConflictButton.tsx';
import type { NextConflict } from './next-conflict.ts';

async function search() {
  const found = Promise.withResolvers<NextConflict>();
  const onOpen = vi.fn<(file: DiffFile) => void>();
  function Page() {
    const [isThere, setThere] = useState(true);
    return (
      <>
        <button onClick={() => setThere(false)}>Leave</button>
        {isThere && <NextConflictButton findNextConflict={() => found.promise} onOpen={onOpen} />}
      </>
    );
  }
  const screen = await draw(<Page />);
  await screen.getByRole('button', { name: 'Next file with conflicts' }).click();
  return { screen, found, onOpen };
}

const conflict: NextConflict = {
  file: { type: 'CHANGED', folderPath: 'shop', name: 'a.js' },
  unreadableCount: 0,
};

it('opens the file that was found', async () => {
  const { found, onOpen } = await search();
  found.resolve(conflict);
  await expect.poll(() => onOpen.mock.calls).toEqual([[conflict.file]]);
});

it('opens nothing when it was left before a file was found', async () => {
  const { screen, found, onOpen } = await search();
  await screen.getByRole('button', { name: 'Leave' }).click();
  await expect.element(screen.getByRole('button', { name: /Next file/ })).not.toBeInTheDocument();
  found.resolve(conflict);
  // The search awaited the promise first.
  await found.promise;
  expect(onOpen).not.toHaveBeenCalled();
});
