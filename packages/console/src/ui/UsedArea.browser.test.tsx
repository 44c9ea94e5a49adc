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
  (screen.getByRole('button', { name: 'Retry' }).element() as HTMLElement).focus();
  await expect.element(screen.getByText('Used')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Free')).toBeVisible();
});
