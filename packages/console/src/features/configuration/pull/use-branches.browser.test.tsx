import { listBranches } from '@atrium/contract/configuration/branches';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { useConnectionDraft } from './connection-draft.ts';
import { useBranches } from './use-branches.ts';

const A = 'https://git.example.com/a.git';
const B = 'https://git.example.com/b.git';

function Form() {
  const { draft, change } = useConnectionDraft();
  const [isSent, setSent] = useState(false);
  const branches = useBranches(draft, change, isSent);
  return (
    <>
      <button onClick={() => change({ gitUrl: A, username: 'anna', password: 'secret' })}>A</button>
      <button onClick={() => change({ gitUrl: B })}>B</button>
      <button onClick={branches.load}>Load</button>
      <button onClick={() => setSent(true)}>Send</button>
      <p>
        {branches.isPending ? 'loading' : `chosen: ${draft.branch}`},{' '}
        {`offered: ${branches.remote?.branches.join() ?? ''}`}
      </p>
    </>
  );
}

it('offers and fills in the branches of the repository that the form names, not of the one before', async () => {
  const held = Promise.withResolvers<void>();
  answer(listBranches, async ({ body }) => {
    if (body.gitUrl === A) await held.promise;
    const name = body.gitUrl === A ? 'of-a' : 'of-b';
    return { branches: [name], defaultBranch: name, tags: [] };
  });
  const screen = await draw(<Form />);
  const click = (name: string) => screen.getByRole('button', { name }).click();
  await click('A');
  await click('Load');
  await expect.element(screen.getByText('loading, offered:')).toBeVisible();
  await click('B');
  held.resolve();
  await expect.element(screen.getByText('chosen: , offered:', { exact: true })).toBeVisible();

  await click('Load');
  await expect.element(screen.getByText('chosen: of-b, offered: of-b')).toBeVisible();
  await click('A');
  await expect.element(screen.getByText('chosen: of-b, offered:', { exact: true })).toBeVisible();
});

it('fills in nothing while the form is sent', async () => {
  const held = Promise.withResolvers<void>();
  answer(listBranches, async () => {
    await held.promise;
    return { branches: ['main'], defaultBranch: 'main', tags: [] };
  });
  const screen = await draw(<Form />);
  for (const name of ['A', 'Load', 'Send']) await screen.getByRole('button', { name }).click();
  held.resolve();
  await expect.element(screen.getByText('chosen: , offered: main', { exact: true })).toBeVisible();
});
