import { restoreBackup } from '@atrium/contract/configuration/backups';
import { listBases } from '@atrium/contract/configuration/bases';
import { compareSides } from '@atrium/contract/configuration/comparison';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { getProgress } from '@atrium/contract/configuration/progress';
import { getPull, type Pull } from '@atrium/contract/configuration/pull';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { getSubmission, type SubmitFailure, submitPull } from '@atrium/contract/configuration/submission';
import { toPagedResult } from '@atrium/contract/paging';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { getCandidateRun, testCandidate } from '@atrium/contract/test-runs/candidate';
import { listRunFailures } from '@atrium/contract/test-runs/run-history';
import { getTestRun } from '@atrium/contract/test-runs/test-runs';
import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import {
  type PullSession,
  type SessionAction,
  sessionKey,
  usePullSession,
} from '../decisions/pull-session.ts';
import { saveDraft } from '../drafts/draft-store.ts';
import { pullQuery } from '../files/pull.queries.ts';
import { readAfterNewVersion, readLiveAgain } from '../files/read-after-new-version.ts';
import { DiffStep } from './DiffStep.tsx';

const time = '2026-11-27T12:00:00.000Z';
const pull: Pull = {
  uuid: '0190f2c4-7a10-7000-8000-000000000001',
  branch: 'main',
  commitSha: 'a'.repeat(40),
  gitUrl: 'https://git.example.com/shop.git',
  pulledOn: time,
  expiresOn: time,
  services: [],
  ignored: [],
  lastCommits: 'COMPLETE',
};

const liveSource = { ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const;

const handleBack = vi.fn<() => void>();

function Step({ of = pull, deselected = {} }: { of?: Pull; deselected?: PullSession['deselected'] }) {
  const noop = () => undefined;
  const handle = usePullSession(of.uuid);
  return (
    <DiffStep
      pull={of}
      sessionHandle={{ ...handle, session: { ...handle.session, deselected } }}
      onBack={handleBack}
      onPullAgain={noop}
      onTests={noop}
    />
  );
}

beforeEach(() => {
  signIn('configuration.read', 'configuration.write', 'tests.run');
  const history = { state: 'COMPLETE', contents: 'COMPLETE', contentsError: null, unreadable: {} } as const;
  answer(getLastCommits, () => ({ ...history, commits: [], files: {} }));
  answer(listBases, () => ({ services: {} }));
  answer({ ...listVersions, path: `/services/shop${listVersions.path}` }, () =>
    toPagedResult([], 0, { page: 0, size: 10 }),
  );
  // The first file is compared at once.
  answer(readRemoteFile, () => refusal(404, 'Not read here.'));
  answer(liveSource, () => refusal(404, 'Not read here.'));
});

it('leads back with one button, on a phone among the actions that unfold', async () => {
  await page.viewport(360, 640);
  const screen = await draw(<Step />);
  const back = screen.getByRole('button', { name: 'Back' });
  await expect.element(screen.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'More actions' }).click();
  await expect.element(back).toBeInViewport();
  await back.click();
  expect(handleBack).toHaveBeenCalledOnce();
  await page.viewport(1280, 800);
  await back.click();
  expect(handleBack).toHaveBeenCalledTimes(2);
});

const foldersOf = (checksums: Record<string, string>) => [
  {
    name: 'functions',
    files: Object.entries(checksums).map(([filePath, checksum]) => ({
      ...filePlaceOf(filePath),
      filePath,
      checksum: checksum.length === 1 ? checksum.repeat(40) : checksum,
      commitSha: null,
      lastModified: time,
      breadcrumb: [],
    })),
  },
];

const liveFiles = { ...exportMetadata, path: `/services/shop${exportMetadata.path}` } as const;
const ofShop: Pull = {
  ...pull,
  services: [
    {
      serviceId: 'shop',
      serviceName: 'Shop',
      folders: foldersOf({ 'functions/same.js': 'a', 'functions/to.js': 'b' }),
      ignoredPaths: [],
      confirmedVersion: null,
    },
  ],
};

/** A submission in which the shop is refused. */
const refusedShop = (id: string, error: SubmitFailure) => ({
  id,
  state: 'FAILED' as const,
  services: [{ serviceId: 'shop', version: null, backupId: null, error }],
  tests: null,
  reason: null,
  runId: null,
});
const refuseShop =
  (error: SubmitFailure) =>
  ({ body }: { body: { id: string } }) =>
    refusedShop(body.id, error);

it('neither deletes the live file whose new place was deselected, nor calls merged what was left out', async () => {
  const live = foldersOf({ 'functions/same.js': 'a', 'functions/from.js': 'c' });
  answer(liveFiles, () => ({ version: 1, folders: live, defaultActions: {} }));
  const moved = [{ from: 'functions/from.js', to: 'functions/to.js' }];
  answer(examineFiles, () => ({ moved, same: [], files: {}, unexaminedCount: 0 }));
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={ofShop} deselected={{ shop: ['functions/to.js'] }} />);
  const same = 'The selected files are the same as the live ones; 1 file that differs was left out.';
  await expect.element(screen.getByText(same)).toBeVisible();
  const staying = '1 live file stays where it is, because its new place is deselected.';
  await expect.element(screen.getByText(staying)).toBeVisible();
  await expect.element(screen.getByText('Merged', { exact: true })).not.toBeInTheDocument();
});

it('calls merged what is the same on both sides, also where some of it was left out', async () => {
  const live = foldersOf({ 'functions/same.js': 'a', 'functions/to.js': 'b' });
  answer(liveFiles, () => ({ version: 1, folders: live, defaultActions: {} }));
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={ofShop} deselected={{ shop: ['functions/to.js'] }} />);
  await expect.element(screen.getByText('Merged', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/Local and remote are identical/).first()).toBeVisible();
});

it('asks before files become live that were not checked for syntax', async () => {
  const live = foldersOf({ 'functions/same.js': 'a' });
  answer(liveFiles, () => ({ version: 1, folders: live, defaultActions: {} }));
  answer(examineFiles, () => ({ moved: [], same: [], files: {}, unexaminedCount: 1 }));
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={ofShop} />);
  await expect.element(screen.getByText(/and was not checked for syntax\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Submit', exact: true }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText('1 file was not checked for syntax').first()).toBeVisible();
  await expect.element(question.getByText('functions/to.js')).toBeVisible();
});

it('leaves each file at its place when the examination of contents ends', async () => {
  const live = foldersOf({ 'functions/same.js': 'a' });
  answer(liveFiles, () => ({ version: 1, folders: live, defaultActions: {} }));
  const examined = Promise.withResolvers<void>();
  answer(examineFiles, async () => {
    await examined.promise;
    return { moved: [], same: [], files: {}, unexaminedCount: 1 };
  });
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={{ ...ofShop, uuid: crypto.randomUUID() }} />);
  const row = screen.getByTitle('functions/to.js');
  await expect.element(row).toBeVisible();
  const { top } = row.element().getBoundingClientRect();
  examined.resolve();
  await expect.element(screen.getByText(/compared by checksum only/)).toBeVisible();
  expect(row.element().getBoundingClientRect().top).toBe(top);
});

it('asks before something becomes live with which tests have just failed, and names them', async () => {
  answer(liveFiles, () => ({
    version: 1,
    folders: foldersOf({ 'functions/same.js': 'a' }),
    defaultActions: {},
  }));
  answer(examineFiles, () => ({ moved: [], same: [], files: {}, unexaminedCount: 0 }));
  const runId = '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6a';
  const counts = { OK: 1, FAIL: 2 };
  const testOf = (name: string, status: 'OK' | 'FAIL') => ({
    id: `shop/${name}`,
    fullPath: `${name}.js`,
    link: `/console/run-tests?test=${name}`,
    serviceId: 'shop',
    serviceTag: null,
    action: 'RUN' as const,
    status,
    result: `${name} is wrong`,
    failureKind: null,
    duration: 10,
  });
  const candidate = {
    runId,
    digest: '0'.repeat(64),
    status: 'FAIL' as const,
    counts,
    services: [],
  };
  answer(testCandidate, () => candidate);
  answer(getCandidateRun, () => candidate);
  answer(getTestRun, () => ({
    ...candidate,
    strategy: 'EXECUTE_ALL' as const,
    userId: '0198c1de-0000-7000-8000-000000000001',
    userName: 'ada',
    startedAt: time,
    duration: 20,
    startedTestsCount: 3,
    finishedTestsCount: 3,
    quarantinedFailures: 0,
    retries: 0,
    passedOnRetry: 0,
    revision: 2,
    servicesTests: [
      {
        serviceId: 'shop',
        version: 1,
        tests: [testOf('halves', 'FAIL'), testOf('sums', 'FAIL'), testOf('adds', 'OK')],
        error: null,
      },
    ],
  }));
  const place = { runId: '0198c1de-0000-7c00-8d3f-1f2e3d4c5b6a', startedAt: time, version: 1 };
  answer(listRunFailures, () => [
    { id: 'shop/halves', lastPassed: null, firstFailed: place, moved: [] },
    { id: 'shop/sums', lastPassed: place, firstFailed: { ...place, runId }, moved: [] },
  ]);
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  answer(submitPull, refuseShop({ status: 422, message: 'It is refused.' }));
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={{ ...ofShop, uuid: crypto.randomUUID() }} />);
  await expect.element(screen.getByText('Submit 1 change to Shop: 1 new.')).toBeVisible();
  await screen.getByRole('button', { name: 'Test this merge' }).click();
  await expect.element(screen.getByText('2 of 3 fail with this merge').first()).toBeVisible();
  const failures = screen.getByRole('region', { name: 'Failed tests' });
  await expect.element(failures.getByText('1 of them failed before, too')).toBeVisible();
  await expect
    .element(failures.getByRole('link', { name: 'sums.js' }))
    .toHaveAttribute('href', '/console/run-tests?test=sums');
  expect(
    failures
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['sums.jssums is wrong', 'halves.jsfailed before, too: halves is wrong']);
  await screen.getByRole('button', { name: 'Submit & Run Tests' }).click();
  const question = screen.getByRole('alertdialog');
  const failed = question.getByRole('table', { name: '2 of 3 fail with this merge' });
  await expect.element(failed.getByRole('rowheader', { name: 'sums.js: sums is wrong' })).toBeVisible();
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect.element(screen.getByText('It is refused.')).toBeVisible();
});

it('submits what it asked about, whatever another tab chooses before the question is answered', async () => {
  // This pull keeps its choices.
  const own = { ...ofShop, uuid: crypto.randomUUID() };
  answer(liveFiles, () => ({
    version: 1,
    folders: foldersOf({ 'functions/same.js': 'a' }),
    defaultActions: {},
  }));
  answer(examineFiles, () => ({ moved: [], same: [], files: {}, unexaminedCount: 1 }));
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  const sent = vi.fn<(...given: unknown[]) => void>();
  answer(submitPull, ({ body }) => {
    sent(body.services[0]?.folders);
    return refusedShop(body.id, { status: 422, message: 'It is refused.' });
  });
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={own} />);
  await expect.element(screen.getByText(/and was not checked for syntax\./)).toBeVisible();
  const summary = screen.getByText('Submit 1 change to Shop: 1 new.');
  await expect.element(summary).toBeVisible();
  await screen.getByRole('button', { name: 'Submit', exact: true }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText('functions/to.js')).toBeVisible();

  const otherTab = new BroadcastChannel(`atrium/${sessionKey('ada', own.uuid)}`);
  const file = { ...filePlaceOf('functions/to.js'), type: 'NEW' } as const;
  otherTab.postMessage({
    type: 'choice',
    action: { type: 'choose', serviceId: 'shop', file, choice: 'local' },
  } satisfies SessionAction);
  await expect.element(summary).not.toBeInTheDocument();
  otherTab.close();
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect.element(screen.getByText('It is refused.')).toBeVisible();
  const taken = { name: 'to.js', action: 'remote' };
  expect(sent).toHaveBeenCalledExactlyOnceWith([{ name: 'functions', files: [taken] }]);
});

it('shows that metadata is read, and asks about the choices at the end of that', async () => {
  const own = { ...ofShop, uuid: crypto.randomUUID() };
  const content = `export default { fetch: ['api.stripe.com'] };`;
  const services = ofShop.services.map((service) => ({
    ...service,
    folders: foldersOf({ 'functions/to.js': 'b', 'functions/pay.meta.js': blobId(content) }),
  }));
  answer(liveFiles, () => ({ version: 1, folders: [], defaultActions: {} }));
  answer(examineFiles, () => ({ moved: [], same: [], files: {}, unexaminedCount: 0 }));
  answer({ ...listValues, path: `/services/shop${listValues.path}` }, () => ({ content: [] }));
  const reading = Promise.withResolvers<void>();
  answer(readRemoteFile, async () => {
    await reading.promise;
    return { content, checksum: blobId(content), base: null };
  });
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  const sent = vi.fn<(...given: unknown[]) => void>();
  answer(submitPull, ({ body }) => {
    sent(body.services[0]?.folders);
    return refusedShop(body.id, { status: 422, message: 'It is refused.' });
  });
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={{ ...own, services }} />);
  await expect.element(screen.getByText('Submit 2 changes to Shop: 2 new.')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit', exact: true }).click();
  const busy = screen.getByRole('button', { name: /Submit$/ });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  const otherTab = new BroadcastChannel(`atrium/${sessionKey('ada', own.uuid)}`);
  const file = { ...filePlaceOf('functions/to.js'), type: 'NEW' } as const;
  otherTab.postMessage({
    type: 'choice',
    action: { type: 'choose', serviceId: 'shop', file, choice: 'local' },
  } satisfies SessionAction);
  await expect.element(screen.getByText('Submit 1 change to Shop: 1 new.')).toBeVisible();
  otherTab.close();
  reading.resolve();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/reaches a new host: api\.stripe\.com/)).toBeVisible();
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect.element(screen.getByText('It is refused.')).toBeVisible();
  const taken = { name: 'pay.meta.js', action: 'remote' };
  expect(sent).toHaveBeenCalledExactlyOnceWith([{ name: 'functions', files: [taken] }]);
});

it('says that nothing was changed where the server says so, and no earlier attempt may have been made', async () => {
  const nothingDone = refuseShop({
    status: 503,
    message: 'Shop is away.',
    details: { isNothingDone: true },
  });
  answer(liveFiles, () => ({
    version: 1,
    folders: foldersOf({ 'functions/same.js': 'a' }),
    defaultActions: {},
  }));
  const files = { 'functions/to.js': { added: 1, removed: 0 } };
  answer(examineFiles, () => ({ moved: [], same: [], files, unexaminedCount: 0 }));
  answer(getProgress, () => refusal(404, 'It is not known yet.'));
  answer(submitPull, nothingDone);
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={ofShop} />);
  await expect.element(screen.getByText('Submit 1 change to Shop: 1 new.')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit', exact: true }).click();
  const nothing = screen.getByText('Nothing was changed: this service could not be submitted.');
  await expect.element(nothing).toBeVisible();
  answer(submitPull, () => refusal(503, 'The answer was lost.'));
  const resubmit = screen.getByRole('button', { name: 'Resubmit' });
  await resubmit.click();
  await expect.element(screen.getByText('The answer was lost.')).toBeVisible();
  answer(submitPull, nothingDone);
  await resubmit.click();
  await expect.element(screen.getByText('Shop is away.')).toBeVisible();
  await expect.element(screen.getByText('It is not known whether this was submitted.')).toBeVisible();
  await expect.element(nothing).not.toBeInTheDocument();
});

const submittedAs = (uuid: string, confirmedVersion: number | null): Pull => ({
  ...ofShop,
  uuid,
  services: ofShop.services.map((service) => ({ ...service, confirmedVersion })),
});

/** A submission in which version 2 of the shop went live. */
const submittedShop = (id: string, backupId: string) => ({
  id,
  state: 'DONE' as const,
  services: [{ serviceId: 'shop', version: 2, backupId, error: null }],
  tests: null,
  reason: null,
  runId: null,
});

/** Reads the pull as its page does. */
function PulledStep({ uuid }: { uuid: string }) {
  const { data } = useQuery(pullQuery(uuid));
  const { isLoaded } = usePullSession(uuid);
  return data && isLoaded ? <Step of={data} /> : null;
}

it.each(['after a live event', 'after a reload'])(
  'offers the undo of a submit whose answer was lost, once it is found live %s',
  async (found) => {
    const uuid = crypto.randomUUID();
    const before = { version: 1, folders: foldersOf({ 'functions/same.js': 'a' }), defaultActions: {} };
    const after = {
      version: 2,
      folders: foldersOf({ 'functions/same.js': 'a', 'functions/to.js': 'b' }),
      defaultActions: {},
    };
    let live = before;
    answer(getPull, () => submittedAs(uuid, live === after ? 2 : null));
    answer(liveFiles, () => live);
    const files = { 'functions/to.js': { added: 1, removed: 0 } };
    answer(examineFiles, () => ({ moved: [], same: [], files, unexaminedCount: 0 }));
    answer(getProgress, () => refusal(404, 'It is not known yet.'));
    const sent: string[] = [];
    answer(submitPull, ({ body }) => {
      sent.push(body.id);
      return refusal(503, 'The answer was lost.');
    });
    await page.viewport(1280, 800);
    let screen = await draw(<PulledStep uuid={uuid} />);
    await screen.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect.element(screen.getByText('It is not known whether this was submitted.')).toBeVisible();
    live = after;
    const backupId = '0190f2c4-7a10-7000-8000-00000000000b';
    answer(getSubmission, ({ params: { id } }) => {
      expect(sent).toEqual([id]);
      return submittedShop(id, backupId);
    });
    if (found === 'after a reload') {
      await screen.unmount();
      screen = await draw(<PulledStep uuid={uuid} />);
    } else await readLiveAgain(screen.client, ['shop']);
    await expect.element(screen.getByText('Version 2 of Shop is live')).toBeVisible();
    await expect.element(screen.getByText('Merged', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/It is not known/)).not.toBeInTheDocument();
    answer(restoreBackup, ({ params, body }, headers) => {
      expect([params, body.serviceId, headers.get('if-match')]).toEqual([{ id: backupId }, 'shop', '"2"']);
      live = { ...before, version: 3 };
      return { version: 3, services: [] };
    });
    answer(compareSides, () => ({ services: [] }));
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByText('Undone', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Submit 1 change to Shop: 1 new.')).toBeVisible();
  },
);

it('offers no undo of a submit whose answer was lost if another version was submitted since', async () => {
  const uuid = crypto.randomUUID();
  const sent = { id: crypto.randomUUID(), files: [], choices: { isIgnored: false, files: {} } };
  await saveDraft(sessionKey('ada', uuid), {
    deselected: {},
    choices: { services: {} },
    unanswered: { shop: sent },
    view: 'tree',
  } satisfies PullSession);
  answer(getPull, () => submittedAs(uuid, 3));
  const folders = foldersOf({ 'functions/same.js': 'a' });
  answer(liveFiles, () => ({ version: 3, folders, defaultActions: {} }));
  const files = { 'functions/to.js': { added: 1, removed: 0 } };
  answer(examineFiles, () => ({ moved: [], same: [], files, unexaminedCount: 0 }));
  const read = vi.fn<() => void>();
  answer(getSubmission, ({ params: { id } }) => {
    read();
    return submittedShop(id, uuid);
  });
  const screen = await draw(<PulledStep uuid={uuid} />);
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await readAfterNewVersion(screen.client, ['shop']);
  await expect.element(screen.getByText('Submit 1 change to Shop: 1 new.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it('no longer asks for services to be ignored once they are', async () => {
  answer(liveFiles, () => refusal(500, 'Sorry.'));
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={ofShop} />);
  const ignore = screen.getByRole('button', { name: 'Ignore' });
  await expect.element(ignore).toBeVisible();
  await screen.getByRole('button', { name: 'Submit & Run Tests' }).click();
  const refused = screen.getByText(/^Retry or ignore the services/);
  await expect.element(refused).toBeVisible();
  await ignore.click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Ignore' }).click();
  await expect.element(refused).not.toBeInTheDocument();
});

/** A pull of the shop with one file that was merged by hand on a live file of before. */
async function mergedByHand(merged: string): Promise<Pull> {
  const uuid = crypto.randomUUID();
  const folders = foldersOf({ 'functions/to.js': 'b' });
  const files = { 'functions/to.js': { choice: 'merge-local' as const, merged, mergedOn: 'c'.repeat(40) } };
  const session: PullSession = {
    deselected: {},
    choices: { services: { shop: { isIgnored: false, files } } },
    view: 'tree',
  };
  await saveDraft(sessionKey('ada', uuid), session);
  return { ...ofShop, uuid, services: ofShop.services.map((service) => ({ ...service, folders })) };
}

it('says that a merge is live where the answer to its submit was lost, and does not ask to merge again', async () => {
  const of = await mergedByHand('both');
  const live = foldersOf({ 'functions/to.js': blobId('both') });
  answer(liveFiles, () => ({ version: 2, folders: live, defaultActions: {} }));
  answer(examineFiles, () => ({ moved: [], same: [], files: {}, unexaminedCount: 0 }));
  answer(listBases, () => ({
    services: { shop: { exchange: of.uuid, changed: {}, added: [], kept: ['functions/to.js'] } },
  }));
  const sent = vi.fn<(body: { folders: readonly object[] }) => void>();
  answer(submitPull, ({ body }) => {
    const [service] = body.services;
    if (service) sent(service);
    const made = { serviceId: 'shop', version: 2, backupId: null, error: null };
    return { id: body.id, state: 'DONE' as const, services: [made], tests: null, reason: null, runId: null };
  });
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={of} />);
  await expect.element(screen.getByText('Your merge of functions/to.js is live in version 2.')).toBeVisible();
  await expect.element(screen.getByText('Your merge is live', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Live file changed: merge again')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect.element(screen.getByText('Merged', { exact: true })).toBeVisible();
  expect(sent.mock.lastCall?.[0].folders).toEqual([]);
});

it('keeps an open merge when the live file becomes the same as in git, says so, and keeps it within reach', async () => {
  const of = await mergedByHand('both');
  const texts = { c: 'live', b: 'in git' };
  const [before, inGit] = [blobId(texts.c), blobId(texts.b)];
  const services = of.services.map((service) => ({
    ...service,
    folders: foldersOf({ 'functions/to.js': inGit }),
  }));
  let live = { version: 1, checksum: before };
  answer(liveFiles, () => ({
    version: live.version,
    folders: foldersOf({ 'functions/to.js': live.checksum }),
    defaultActions: {},
  }));
  answer(examineFiles, () => ({ moved: [], same: [], files: {}, unexaminedCount: 0 }));
  answer(listConfiguredServices, () => ({ services: [] }));
  answer(readRemoteFile, () => ({ content: texts.b, checksum: inGit, base: null }));
  answer(liveSource, () => ({
    content: live.checksum === before ? texts.c : texts.b,
    checksum: live.checksum,
  }));
  await page.viewport(1280, 800);
  const screen = await draw(<Step of={{ ...of, services }} />);
  await screen.getByRole('button', { name: 'Merge functions/to.js' }).click();
  const merged = screen.getByRole('textbox', { name: /Merged/ });
  await merged.click();
  await userEvent.keyboard('{Control>}{End}{/Control}// typed');

  live = { version: 2, checksum: inGit };
  await readLiveAgain(screen.client, ['shop']);
  const why = 'because the file no longer differs from git.';
  await expect
    .element(screen.getByText(`This merge cannot be submitted now, ${why}`, { exact: false }))
    .toBeVisible();
  await expect.element(merged).toMatchTextContent(/typed/);

  await userEvent.keyboard('{Escape}');
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click();
  await expect
    .element(screen.getByText(`Your merge of functions/to.js cannot be submitted, ${why}`, { exact: false }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Merge functions/to.js' }).click();
  await screen.getByRole('button', { name: 'Merge the draft on top' }).click();
  await expect.element(screen.getByRole('textbox', { name: /^Your draft/ })).toMatchTextContent(/typed/);
});

it('keeps what was decided in a file when the next one with conflicts is opened', async () => {
  const texts = { base: 'a\nb\nc\n', local: 'a\nhere\nc\n', remote: 'a\nthere\nc\n' };
  const [base, here, there] = [blobId(texts.base), blobId(texts.local), blobId(texts.remote)];
  const paths = ['functions/one.js', 'functions/two.js'];
  const each = <Value,>(value: Value) => Object.fromEntries(paths.map((name) => [name, value]));
  const services = ofShop.services.map((service) => ({ ...service, folders: foldersOf(each(there)) }));
  const own = { ...ofShop, uuid: crypto.randomUUID(), services };
  answer(liveFiles, () => ({ version: 1, folders: foldersOf(each(here)), defaultActions: {} }));
  answer(listBases, () => ({
    services: { shop: { exchange: own.uuid, changed: each(base), added: [], kept: [] } },
  }));
  answer(examineFiles, () => ({
    moved: [],
    same: [],
    files: each({ added: 1, removed: 1, conflicts: 1 }),
    unexaminedCount: 0,
  }));
  answer(listConfiguredServices, () => ({ services: [] }));
  answer(readRemoteFile, () => ({
    content: texts.remote,
    checksum: there,
    base: { content: texts.base, checksum: base },
  }));
  answer(liveSource, () => ({
    content: texts.local,
    checksum: here,
  }));
  await page.viewport(1400, 900);
  const screen = await draw(<Step of={own} />);
  await screen.getByRole('button', { name: 'Merge functions/one.js' }).click();
  const files = screen.getByRole('navigation', { name: 'Changed files' });
  await expect.element(files.getByText('0 of 2 with conflicts decided')).toBeVisible();
  const one = files.getByRole('button', { name: /^one\.js/ });
  await expect.element(one).toMatchTextContent(/1 conflict$/);
  await screen.getByRole('button', { name: 'Apply Remote for the whole file' }).click();
  await expect.element(one).toMatchTextContent(/all conflicts decided$/);
  await files.getByRole('button', { name: 'Next file with conflicts' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Shop: functions/two.js' })).toBeVisible();
  await expect.element(files.getByText('1 of 2 with conflicts decided')).toBeVisible();
  await expect.element(one).toMatchTextContent(/✓ merged$/);
  await files.getByRole('button', { name: 'Next file with conflicts' }).click();
  await expect.element(files.getByText('No other file has conflicts.')).toBeVisible();
});

it('leads to a conflict in a closed folder', async () => {
  const [base, here, there] = ['base', 'here', 'there'].map(blobId) as [string, string, string];
  const path = 'functions/both.js';
  const services = ofShop.services.map((service) => ({
    ...service,
    // Without another folder, this one has no line that closes it.
    folders: foldersOf({ [path]: there, 'rules/new.js': there }),
  }));
  const own = { ...ofShop, uuid: crypto.randomUUID(), services };
  answer(liveFiles, () => ({ version: 1, folders: foldersOf({ [path]: here }), defaultActions: {} }));
  answer(listBases, () => ({
    services: { shop: { exchange: own.uuid, changed: { [path]: base }, added: [], kept: [] } },
  }));
  const files = { [path]: { added: 1, removed: 1, conflicts: 1 } };
  await saveDraft(sessionKey('ada', own.uuid), {
    deselected: {},
    choices: {
      services: { shop: { isIgnored: false, files: { [path]: { choice: 'local', isOpen: true } } } },
    },
    view: 'tree',
  } satisfies PullSession);
  answer(examineFiles, () => ({ moved: [], same: [], files, unexaminedCount: 0 }));
  await page.viewport(1400, 900);
  const screen = await draw(<Step of={own} />);
  const tree = screen.getByRole('region', { name: 'Changed files' });
  const folder = tree.getByRole('button', { name: 'functions', exact: true });
  await folder.click();
  await expect.element(folder).toHaveAttribute('aria-expanded', 'false');
  await screen.getByRole('button', { name: '1 conflict to decide' }).click();
  await expect.element(folder).toHaveAttribute('aria-expanded', 'true');
  await expect.element(tree.getByText('both.js')).toBeVisible();
  await expect.element(tree).toHaveFocus();
});

/** Draws the step with an undecided conflict in each file. */
async function drawConflicts(view: NonNullable<PullSession['view']>, paths: readonly string[]) {
  const [base, here, there] = ['base', 'here', 'there'].map(blobId) as [string, string, string];
  const each = <Value,>(value: Value) => Object.fromEntries(paths.map((path) => [path, value]));
  const services = ofShop.services.map((service) => ({ ...service, folders: foldersOf(each(there)) }));
  const own = { ...ofShop, uuid: crypto.randomUUID(), services };
  answer(liveFiles, () => ({ version: 1, folders: foldersOf(each(here)), defaultActions: {} }));
  answer(listBases, () => ({
    services: { shop: { exchange: own.uuid, changed: each(base), added: [], kept: [] } },
  }));
  const files = each({ added: 1, removed: 1, conflicts: 1 });
  answer(examineFiles, () => ({ moved: [], same: [], files, unexaminedCount: 0 }));
  await saveDraft(sessionKey('ada', own.uuid), {
    deselected: {},
    choices: {
      services: { shop: { isIgnored: false, files: each({ choice: 'local', isOpen: true } as const) } },
    },
    view,
  } satisfies PullSession);
  await page.viewport(1400, 900);
  return draw(<Step of={own} />);
}

it('leads through the rows of the table in the order that it shows', async () => {
  const screen = await drawConflicts('table', ['functions/a.js', 'functions/b.js', 'functions/c.js']);
  const table = screen.getByRole('table', { name: 'Changed files' });
  const name = table.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await name.click();
  await name.click();
  await screen.getByRole('button', { name: '3 conflicts to decide' }).click();
  await expect.element(table).toHaveFocus();
  const current = () => table.element().querySelector('[aria-current]')?.getAttribute('data-row-key');
  await expect.poll(current).toBe('shop/functions/c.js');
  await userEvent.keyboard('n');
  await expect.poll(current).toBe('shop/functions/b.js');
});

it('leads to the first conflict after the current one where folders are closed', async () => {
  const screen = await drawConflicts('tree', [
    'functions/a/one.js',
    'functions/b/two.js',
    'functions/b/unit.js',
  ]);
  const tree = screen.getByRole('region', { name: 'Changed files' });
  const folder = tree.getByRole('button', { name: 'b', exact: true });
  await screen.getByRole('button', { name: '3 conflicts to decide' }).click();
  const current = () => tree.element().querySelector('[aria-current]')?.getAttribute('data-row-key');
  await expect.poll(current).toBe('shop/functions/a/one.js');
  await folder.click();
  await expect.element(folder).toHaveAttribute('aria-expanded', 'false');
  await tree.getByText('one.js').click();
  await userEvent.keyboard('n');
  await expect.poll(current).toBe('shop/functions/b/two.js');
});
