import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { UsedArea } from './UsedArea.tsx';

function Area() {
  const [isUsed, setUsed] = useState(false);
  const [isThere, setThere] = useState(true);
  return (
    <>
      <UsedArea onUse={setUsed}>
        {isThere && (
          <button type="button" onClick={() => setThere(false)}>
            Retry
          </button>
        )}
      </UsedArea>
      <output>{isUsed ? 'Used' : 'Free'}</output>
    </>
  );
}

it('is free again when what had the focus is gone', async () => {
  const screen = await draw(<Area />);
  // In a page that was not used yet the pointer is at its upper left corner, in the area.
  await userEvent.hover(screen.getByRole('status'));
  await expect.element(screen.getByText('Free')).toBeVisible();
  (screen.getByRole('button', { name: 'Retry' }).element() as HTMLElement).focus();
  await expect.element(screen.getByText('Used')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Free')).toBeVisible();
});
