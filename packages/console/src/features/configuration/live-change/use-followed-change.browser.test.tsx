import { ApiError } from '@atrium/contract/api-error';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { isFollowed } from '../../../layout/work-place.ts';
import { useFollowedChange } from './use-followed-change.ts';

const elsewhere = { pathname: '/console/usage', dialog: undefined };
const isFollowedHere = (id: string) => isFollowed({ id, kind: 'RETURN' }, elsewhere);

it('tells its end where it was started; whoever has left before it ended hears of it elsewhere', async () => {
  const started: { id: string; end: () => void }[] = [];
  function Return({ onDone }: { onDone: () => void }) {
    const returning = useFollowedChange({
      mutationFn: (_: void, id) => new Promise<void>((end) => started.push({ id, end })),
      changes: () => [],
      onSuccess: onDone,
    });
    return <button onClick={() => returning.mutate()}>Return</button>;
  }
  function Page() {
    const [isThere, setThere] = useState(true);
    return isThere ? (
      <>
        <Return onDone={() => setThere(false)} />
        <button onClick={() => setThere(false)}>Leave</button>
      </>
    ) : (
      <button onClick={() => setThere(true)}>Come back</button>
    );
  }
  const screen = await draw(<Page />);
  const click = (name: string) => screen.getByRole('button', { name }).click();
  await click('Return');
  await expect.poll(() => started.map(({ id }) => isFollowedHere(id))).toEqual([true]);
  started[0]?.end();
  await click('Come back');
  expect(isFollowedHere(started[0]?.id ?? '')).toBe(true);
  await click('Return');
  await expect.poll(() => started.map(({ id }) => isFollowedHere(id))).toEqual([true, true]);
  await click('Leave');
  await expect.poll(() => started.map(({ id }) => isFollowedHere(id))).toEqual([true, false]);
});

it('makes the same change again under the same id until it is known what came of it', async () => {
  const ids: string[] = [];
  const answers = [new ApiError(0, null), new ApiError(409, null), new ApiError(422, null), undefined];
  function Return() {
    const returning = useFollowedChange({
      mutationFn: async (_: void, id) => {
        ids.push(id);
        const failure = answers.shift();
        if (failure) throw failure;
      },
      changes: () => [],
    });
    return <button onClick={() => returning.mutate()}>{returning.status}</button>;
  }
  const screen = await draw(<Return />);
  await screen.getByRole('button', { name: 'idle' }).click();
  await screen.getByRole('button', { name: 'error' }).click();
  await expect.poll(() => ids.length).toBe(2);
  // The bell reports outcomes that are unknown on this page.
  await expect.poll(() => isFollowedHere(ids[0] ?? '')).toBe(false);
  await screen.getByRole('button', { name: 'error' }).click();
  await expect.poll(() => ids.length).toBe(3);
  await screen.getByRole('button', { name: 'error' }).click();
  await expect.element(screen.getByRole('button', { name: 'success' })).toBeVisible();
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 0, 3]);
});
