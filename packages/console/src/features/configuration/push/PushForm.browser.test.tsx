import { getProgress, listProgress } from '@atrium/contract/configuration/progress';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import { listConnections } from '@atrium/contract/connections/connections';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { forgetKeptInputs } from '../../../lib/kept-input.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PushForm } from './PushForm.tsx';

const target = { branch: 'main', isNewBranch: false, defaultBranch: 'main' };
const shop = { serviceId: 'shop', serviceName: 'Shop' };
const changed = { filePath: 'functions/a.js', change: 'CHANGED', addedLines: 1, removedLines: 1 } as const;

beforeEach(() => page.viewport(360, 480));
afterEach(() => forgetKeptInputs());

it('brings what comes of a comparison and of a push into view on a small screen', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnections, () => ({ connections: [] }));
  answer(getProgress, () => refusal(404, 'It is not known.'));
  answer(listProgress, () => ({ operations: [] }));
  answer(previewPush, () => refusal(422, 'The address is private.'));
  const screen = await draw(
    <Dialog isOpen title="Git configuration" onClose={() => undefined}>
      <PushForm />
    </Dialog>,
  );
  await userEvent.fill(screen.getByLabelText(/^Repository URL/), 'https://git.example.com/a.git');
  await userEvent.fill(screen.getByLabelText(/^Username/), 'ada');
  await userEvent.fill(screen.getByLabelText(/^Password/), 'secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('The address is private.')).toBeInViewport();

  answer(previewPush, () => ({
    ...target,
    parent: null,
    isParentExchanged: true,
    services: [{ ...shop, status: 'OK' as const, version: 2, fileCount: 1, files: [changed] }],
  }));
  await userEvent.click(screen.getByLabelText(/^Password/));
  await userEvent.keyboard('{Enter}');
  const start = screen.getByRole('button', { name: 'Push', exact: true });
  await expect.element(start).toBeInViewport();

  answer(push, () => refusal(422, 'The branch is protected.'));
  await start.click();
  await expect.element(screen.getByText('The branch is protected.')).toBeInViewport();
});

it('says after a push which services it left out, and why', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnections, () => ({ connections: [] }));
  answer(getProgress, () => refusal(404, 'It is not known.'));
  answer(listProgress, () => ({ operations: [] }));
  const ready = { ...shop, status: 'OK' as const, version: 2, fileCount: 1, files: [changed] };
  const leftOut = {
    serviceId: 'mails',
    serviceName: 'Mails',
    status: 'ERROR' as const,
    version: null,
    fileCount: 0,
    files: [],
    error: { localizedMessage: 'The remote has changed. Pull and merge first.', needsPull: true as const },
  };
  answer(previewPush, () => ({
    ...target,
    parent: null,
    isParentExchanged: true,
    services: [ready, leftOut],
  }));
  answer(push, () => ({
    ...target,
    push: [{ ...shop, status: 'OK' as const, commitSha: 'a'.repeat(40), fileCount: 1 }],
  }));
  const screen = await draw(<PushForm />);
  await userEvent.fill(screen.getByLabelText(/^Repository URL/), 'https://git.example.com/a.git');
  await userEvent.fill(screen.getByLabelText(/^Username/), 'ada');
  await userEvent.fill(screen.getByLabelText(/^Password/), 'secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Mails will not be pushed')).toBeVisible();
  await screen.getByRole('button', { name: 'Push', exact: true }).click();
  await expect.element(screen.getByText('Success')).toBeVisible();
  await expect.element(screen.getByText('Mails was not pushed')).toBeVisible();
  await expect.element(screen.getByText(/The remote has changed/)).toBeVisible();
});

it('leads to the pull where something must be pulled before it can be pushed', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnections, () => ({ connections: [] }));
  answer(getProgress, () => refusal(404, 'It is not known.'));
  answer(listProgress, () => ({ operations: [] }));
  const failed = {
    ...shop,
    status: 'ERROR' as const,
    version: null,
    fileCount: 0,
    files: [],
    error: { localizedMessage: 'The remote has changed. Pull and merge first.', needsPull: true as const },
  };
  answer(previewPush, () => ({ ...target, parent: null, isParentExchanged: true, services: [failed] }));
  const screen = await draw(<PushForm />);
  const link = screen.getByRole('link', { name: 'Pull from git' });
  const preview = async () => {
    await userEvent.fill(screen.getByLabelText(/^Password/), 'secret');
    await userEvent.keyboard('{Enter}');
  };
  await userEvent.fill(screen.getByLabelText(/^Repository URL/), 'https://git.example.com/a.git');
  await userEvent.fill(screen.getByLabelText(/^Username/), 'ada');
  await preview();
  await expect.element(link).toHaveAttribute('href', '/console/git-pull');
  const ready = { ...shop, status: 'OK' as const, version: 2, fileCount: 1, files: [changed] };
  answer(previewPush, () => ({ ...target, parent: null, isParentExchanged: true, services: [ready] }));
  await preview();
  await expect.element(link).not.toBeInTheDocument();
  const body = {
    status: 422,
    message: 'The branch changed in the meantime. Pull, merge and push again.',
    requestId: 'component-test',
    details: { failure: 'REMOTE_MOVED' },
  };
  answer(push, () => Response.json(body, { status: 422 }));
  await screen.getByRole('button', { name: 'Push', exact: true }).click();
  await expect.element(link).toBeVisible();
});
