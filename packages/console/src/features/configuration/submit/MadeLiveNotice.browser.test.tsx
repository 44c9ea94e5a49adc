import { restoreBackup } from '@atrium/contract/configuration/backups';
import { compareSides } from '@atrium/contract/configuration/comparison';
import { getProgress } from '@atrium/contract/configuration/progress';
import { getPull, type Pull } from '@atrium/contract/configuration/pull';
import { exportSourceFiles } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { type PullSession, sessionKey, usePullSession } from '../decisions/pull-session.ts';
import { readDraft } from '../drafts/draft-store.ts';
import { MadeLiveNotice } from './MadeLiveNotice.tsx';

const BACKUP = '0190f2c4-7a10-7000-8000-00000000000b';
const time = '2026-11-27T12:00:00.000Z';
const pullOf = (uuid: string, confirmedVersion: number | null): Pull => ({
  uuid,
  branch: 'main',
  commitSha: 'a'.repeat(40),
  gitUrl: 'https://git.example.com/shop.git',
  pulledOn: time,
  expiresOn: time,
  services: [{ serviceId: 'shop', serviceName: 'Shop', folders: [], ignoredPaths: [], confirmedVersion }],
  ignored: [],
  lastCommits: 'COMPLETE',
});

/** The step before: it ends with the submit. */
function Submit({ uuid }: { uuid: string }) {
  const { dispatch, isLoaded } = usePullSession(uuid);
  const made = { serviceId: 'shop', serviceName: 'Shop', version: 4, backupId: BACKUP };
  const choices = { isIgnored: false, files: {} };
  const action = { type: 'submitted', serviceId: 'shop', files: [], choices, made } as const;
  return (
    <button type="button" disabled={!isLoaded} onClick={() => dispatch({ type: 'choice', action })}>
      Submit
    </button>
  );
}

async function submit(uuid: string): Promise<void> {
  const before = await draw(<Submit uuid={uuid} />);
  await before.getByRole('button', { name: 'Submit' }).click();
  await before.unmount();
}

it('takes a submit back where its tests run, once', async () => {
  signIn('configuration.read', 'configuration.write');
  const uuid = crypto.randomUUID();
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  answer(getPull, () => pullOf(uuid, 4));
  answer(compareSides, () => ({ services: [] }));
  await submit(uuid);
  const screen = await draw(<MadeLiveNotice uuid={uuid} />);
  await expect.element(screen.getByText('Version 4 of Shop is live')).toBeVisible();
  answer(restoreBackup, ({ params, body }, headers) => {
    expect([params, body.serviceId, headers.get('if-match')]).toEqual([{ id: BACKUP }, 'shop', '"4"']);
    answer(getPull, () => pullOf(uuid, null));
    return { version: 5, services: [] };
  });
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Undone', { exact: true })).toBeVisible();
  expect(screen.container.textContent).toContain('Version 5 of Shop is live. It is the same as version 3.');
  await screen.unmount();
  await expect
    .poll(async () => (await readDraft<PullSession>(sessionKey('ada', uuid)))?.submits?.['shop'])
    .toBeUndefined();
});

it('offers nothing for a submit that was returned meanwhile', async () => {
  signIn('configuration.read', 'configuration.write');
  const uuid = crypto.randomUUID();
  answer(getPull, () => pullOf(uuid, null));
  await submit(uuid);
  const screen = await draw(
    <>
      <MadeLiveNotice uuid={uuid} />
      <Submit uuid={uuid} />
    </>,
  );
  await expect.element(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await expect.element(screen.getByText(/is live/)).not.toBeInTheDocument();
});

it('asks before an undo that changes what functions declare, and says how', async () => {
  signIn('configuration.read', 'configuration.write');
  const uuid = crypto.randomUUID();
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  answer(getPull, () => pullOf(uuid, 4));
  const place = { folderPath: 'functions', name: 'pay.meta.js', filePath: 'functions/pay.meta.js' };
  const changed = { ...place, type: 'DELETED' as const, before: 'a', after: null };
  answer(compareSides, () => ({ services: [{ serviceId: 'shop', files: [changed] }] }));
  const content = `export default { http: { path: '/pay', access: 'public' } };`;
  const files = [{ folder: 'functions', name: 'pay.meta.js', content, checksum: 'a'.repeat(40) }];
  answer(
    { ...exportSourceFiles, path: `/services/shop${exportSourceFiles.path}` as const },
    ({ body: { version } }) => ({ version: 4, files: version === undefined ? files : [] }),
  );
  await submit(uuid);
  const sent: unknown[] = [];
  answer(restoreBackup, ({ params }) => {
    sent.push(params.id);
    return { version: 5, services: [] };
  });
  const screen = await draw(<MadeLiveNotice uuid={uuid} />);
  await screen.getByRole('button', { name: 'Undo' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Undo version 4?' });
  await expect.element(question.getByText('functions/pay: will no longer be callable at /pay')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Undone', { exact: true })).toBeVisible();
  expect(sent).toEqual([BACKUP]);
});
