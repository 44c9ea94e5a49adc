import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { WrittenCommit } from './WrittenCommit.tsx';

const commit = { commitSha: '9e436c7b90', fileCount: 2 };

it('says on a host that is not known what to take there, and nothing after a push to the default branch', async () => {
  const gitUrl = 'https://ada:secret@git.example.com/team/shop.git';
  const target = { branch: 'feature', isNewBranch: true, defaultBranch: 'main' };
  const screen = await draw(<WrittenCommit target={target} {...commit} gitUrl={gitUrl} />);
  await expect
    .element(screen.getByRole('status', { name: 'Repository' }))
    .toHaveTextContent('https://git.example.com/team/shop.git');
  await expect.element(screen.getByRole('status', { name: 'Branch' })).toHaveTextContent('feature');
  await expectNoFindings();
  await screen.unmount();
  const own = await draw(
    <WrittenCommit target={{ ...target, branch: 'main' }} {...commit} gitUrl={gitUrl} />,
  );
  await expect.element(own.getByText(/^2 files pushed to/)).toBeVisible();
  await expect.element(own.getByRole('status')).not.toBeInTheDocument();
});
