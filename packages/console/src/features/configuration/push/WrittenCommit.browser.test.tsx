import { type Automation, getAutomation } from '@atrium/contract/connections/automation';
import { openRequest } from '@atrium/contract/connections/requests';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { gitConnection, noAutomation } from '../../../../test/git-connection.ts';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
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

const connection = { ...gitConnection, gitUrl: 'https://gitlab.com/team/shop.git' };
const automation: Automation = { ...noAutomation, reportTo: 'GITLAB', knownHost: 'GITLAB' };
const feature = { branch: 'feature', isNewBranch: true, defaultBranch: 'main' };

it('opens the merge request at the host of the connection, and says why the host refuses and what to do then', async () => {
  await page.viewport(360, 640);
  signIn('configuration.read', 'configuration.exchange');
  answer(getAutomation, () => automation);
  answer(openRequest, () => refusal(422, 'GitLab opens no request: No commits between both'));
  const screen = await draw(
    <WrittenCommit
      target={feature}
      {...commit}
      gitUrl={connection.gitUrl}
      connection={connection}
      commitMessage={'Add prices\n\nAll of them'}
    />,
  );
  await screen.getByRole('button', { name: 'Open merge request' }).click();
  await expect.element(screen.getByText('GitLab opens no request: No commits between both')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Open a merge request on GitLab' })).toBeVisible();
  await expectNoFindings();
  const sent: object[] = [];
  answer(openRequest, ({ body }) => {
    sent.push(body);
    return { number: 7, url: 'https://gitlab.com/team/shop/-/merge_requests/7' };
  });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect
    .element(screen.getByRole('link', { name: 'Show merge request 7' }))
    .toHaveAttribute('href', 'https://gitlab.com/team/shop/-/merge_requests/7');
  expect(sent).toEqual([{ branch: 'feature', title: 'Add prices' }]);
  await expect.element(screen.getByRole('link', { name: 'Show merge request 7' })).toHaveFocus();
});

it.each([
  ['a deploy key', { ...connection, kind: 'key' as const }, automation],
  ['no chosen host', connection, { ...automation, reportTo: null }],
])('links to the host with %s', async (_, used, found) => {
  signIn('configuration.read', 'configuration.exchange');
  answer(getAutomation, () => found);
  const screen = await draw(
    <WrittenCommit target={feature} {...commit} gitUrl={connection.gitUrl} connection={used} />,
  );
  await expect.element(screen.getByRole('link', { name: 'Open a merge request on GitLab' })).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});

it('merges nothing into the branch of the connection itself', async () => {
  const target = { ...feature, branch: 'release' };
  const used = { ...connection, defaultBranch: 'release' };
  const screen = await draw(
    <WrittenCommit target={target} {...commit} gitUrl={connection.gitUrl} connection={used} />,
  );
  await expect.element(screen.getByText(/^2 files pushed to/)).toBeVisible();
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument();
});
