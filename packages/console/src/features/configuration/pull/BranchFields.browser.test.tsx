import { listBranches } from '@atrium/contract/configuration/branches';
import { GIT_MAX_BRANCHES } from '@atrium/contract/configuration/limits';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { BranchFields } from './BranchFields.tsx';
import { toGitRequest, useConnectionDraft } from './connection-draft.ts';

const A = 'https://git.example.com/a.git';
const B = 'https://git.example.com/b.git';

function Form() {
  const { draft, change } = useConnectionDraft();
  return (
    <>
      <button onClick={() => change({ gitUrl: A, username: 'anna', password: 'secret', hasBranch: true })}>
        A
      </button>
      <button onClick={() => change({ gitUrl: B })}>B</button>
      <BranchFields draft={draft} onChange={change} isDisabled={false} checkRequired={() => true} />
      <output>{`sent: ${toGitRequest(draft).branch}`}</output>
    </>
  );
}

it('shows the default branch as chosen where the request has none', async () => {
  signIn('configuration.exchange');
  const held = Promise.withResolvers<void>();
  answer(listBranches, async () => {
    await held.promise;
    return { branches: ['develop', 'main'], defaultBranch: 'main', tags: [] };
  });
  const screen = await draw(<Form />);
  const click = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await click('A');
  await click('Load branches');
  // Branches loaded for another address are ignored.
  await click('B');
  held.resolve();
  const load = screen.getByRole('button', { name: 'Load branches', exact: true });
  await expect.element(load).not.toHaveAttribute('aria-disabled');
  await click('A');
  const branch = screen.getByRole('combobox', { name: 'Branch name' });
  await expect.element(branch).toHaveDisplayValue('The default branch');
  await expect.element(screen.getByRole('status')).toHaveTextContent('sent: undefined');
  await branch.selectOptions('develop');
  await expect.element(screen.getByRole('status')).toHaveTextContent('sent: develop');
});

it('takes a name that is not among the first of many branches', async () => {
  signIn('configuration.exchange');
  const branches = Array.from({ length: GIT_MAX_BRANCHES }, (_, index) => `branch-${index}`);
  answer(listBranches, async () => ({ branches, defaultBranch: 'branch-0', tags: [] }));
  const screen = await draw(<Form />);
  await screen.getByRole('button', { name: 'A', exact: true }).click();
  await screen.getByRole('button', { name: 'Load branches' }).click();
  await expect.element(screen.getByText(/The first 5,000 branches are suggested/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'Branch name' }).fill('zero');
  await expect.element(screen.getByRole('status')).toHaveTextContent('sent: zero');
});
