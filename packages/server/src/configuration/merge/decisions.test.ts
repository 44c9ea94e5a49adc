import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { restoreBackup } from '@atrium/contract/configuration/backups';
import { listBases } from '@atrium/contract/configuration/bases';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import type { ConfirmedFile } from '@atrium/contract/configuration/confirmed-file';
import { importBodies } from '@atrium/contract/configuration/import';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { EXCHANGED_MESSAGE } from '@atrium/contract/configuration/messages';
import { updateProtection } from '@atrium/contract/configuration/protection';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { testCandidate } from '@atrium/contract/test-runs/candidate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  inGit,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { readMetadata } from '../live-configuration.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;

beforeAll(async () => {
  world = await startConfigurationWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

async function pullAgain(name: string): Promise<string> {
  return (await world.server.call(pull, { body: world.gitRequest(name) }, { as: world.caller })).uuid;
}

/** The request of a submit of files by path. */
async function submission(uuid: string, files: Record<string, Omit<ConfirmedFile, 'name'>>) {
  const folders = Object.entries(files).map(([path, file]) => {
    const { folderPath, name } = filePlaceOf(path);
    return { name: folderPath, files: [{ name, ...file }] };
  });
  return { body: { uuid, serviceId: SERVICE, baseVersion: await world.liveVersion(), folders } };
}

async function submit(uuid: string, files: Record<string, Omit<ConfirmedFile, 'name'>>): Promise<void> {
  await world.server.call(confirmPull, await submission(uuid, files), { as: world.caller });
}

async function basesOf(uuid: string) {
  const bases = await world.server.call(listBases, { params: { uuid } }, { as: world.caller });
  return bases.services[SERVICE];
}

const keptOf = async (uuid: string) => (await basesOf(uuid))?.kept.toSorted();

test('what was decided against the same remote content is known when it is pulled again', async () => {
  const paths = ['kept', 'merged', 'taken', 'later'].map((name) => `decided/${name}.js`);
  const [kept, merged, taken, later] = paths as [string, string, string, string];
  const folder = await world.repositoryOfLive('decided');
  await commitFiles(folder, Object.fromEntries(paths.map((path) => [inGit(path), 'first\n'])));
  const first = await pullAgain('decided');
  expect(await keptOf(first)).toBeUndefined();
  await submit(first, Object.fromEntries(paths.map((path) => [path, { action: 'remote' }])));

  await world.changeLive({ [kept]: 'mine\n', [merged]: 'mine\n', [later]: null, 'decided/own.js': 'own\n' });
  const changes = [kept, merged, taken].map((path) => [inGit(path), 'theirs\n']);
  await commitFiles(folder, Object.fromEntries(changes));
  const second = await pullAgain('decided');
  expect(await keptOf(second)).toEqual([]);
  await submit(second, {
    [merged]: { action: 'merge', content: 'both\n' },
    [taken]: { action: 'remote' },
    [kept]: { action: 'local' },
  });
  expect(await keptOf(await pullAgain('decided'))).toEqual(
    [kept, later, merged, 'decided/own.js'].toSorted(),
  );

  // The remote changes again: it has to be decided again.
  await commitFiles(folder, { [inGit(kept)]: 'theirs again\n' });
  expect(await keptOf(await pullAgain('decided'))).toEqual([later, merged, 'decided/own.js'].toSorted());
});

test('a file that moved on one side takes the changes of the other one along', async () => {
  const text = (first: string, last: string) => `${first}\n2\n3\n4\n5\n6\n${last}\n`;
  const folder = await world.repositoryOfLive('moving');
  await commitFiles(folder, {
    [inGit('moving/a.js')]: text('a', 'a'),
    [inGit('moving/b.js')]: text('b', 'b'),
  });
  const first = await pullAgain('moving');
  await submit(first, { 'moving/a.js': { action: 'remote' }, 'moving/b.js': { action: 'remote' } });

  // Git moves one that is changed here, and changes one that is moved here.
  await world.changeLive({
    'moving/a.js': text('mine', 'a'),
    'moving/b.js': null,
    'moved/here.js': text('mine', 'b'),
  });
  await commitFiles(
    folder,
    { [inGit('moved/there.js')]: text('a', 'theirs'), [inGit('moving/b.js')]: text('b', 'theirs') },
    { remove: [inGit('moving/a.js')] },
  );
  const uuid = await pullAgain('moving');
  const twofold = await submission(uuid, {
    'functions/greet.js': { action: 'merge-local', movedFrom: 'moving/b.js' },
  });
  const refused = await world.server.request(confirmPull, twofold, { as: world.caller });
  expect(refused.json().errors[0].defaultMessage).toContain('Both sides have a file here');
  await submit(uuid, {
    'moved/there.js': { action: 'merge-local', movedFrom: 'moving/a.js' },
    'moving/a.js': { action: 'delete' },
    'moved/here.js': { action: 'merge-remote', movedFrom: 'moving/b.js' },
  });
  expect(await world.liveContent('moved/there.js')).toBe(text('mine', 'theirs'));
  expect(await world.liveContent('moved/here.js')).toBe(text('mine', 'theirs'));
  expect(await world.liveContent('moving/a.js')).toBeUndefined();
});

test('a file that both sides moved and changed is merged with the text that both had', async () => {
  const text = (first: string, last: string) => `${first}\n2\n3\n4\n5\n6\n${last}\n`;
  const folder = await world.repositoryOfLive('twice');
  await commitFiles(folder, { [inGit('twice/a.js')]: text('a', 'a') });
  await submit(await pullAgain('twice'), { 'twice/a.js': { action: 'remote' } });
  await world.changeLive({ 'twice/a.js': null, 'here/a.js': text('mine', 'a') });
  await commitFiles(
    folder,
    { [inGit('there/a.js')]: text('a', 'theirs') },
    { remove: [inGit('twice/a.js')] },
  );
  const moved = { movedFrom: 'here/a.js', origin: 'twice/a.js' };
  await submit(await pullAgain('twice'), {
    'there/a.js': { action: 'merge-local', ...moved },
    'here/a.js': { action: 'delete' },
  });
  expect(await world.liveContent('there/a.js')).toBe(text('mine', 'theirs'));
  expect(await world.liveContent('here/a.js')).toBeUndefined();
});

test('a submit that is undone was not exchanged: what came from git is still from git', async () => {
  const folder = await world.repositoryOfLive('undone');
  await commitFiles(folder, { [inGit('undone/a.js')]: 'first\n', [inGit('undone/b.js')]: 'first\n' });
  await submit(await pullAgain('undone'), {
    'undone/a.js': { action: 'remote' },
    'undone/b.js': { action: 'remote' },
  });
  const second = await commitFiles(folder, { [inGit('undone/a.js')]: 'second\n' });
  const uuid = await pullAgain('undone');
  const before = await basesOf(uuid);
  expect(Object.keys(before?.changed ?? {})).toEqual(['undone/a.js']);
  const request = await submission(uuid, { 'undone/a.js': { action: 'remote' } });
  const { backupId } = await world.server.call(confirmPull, request, { as: world.caller });
  // Submitted again without a change, which takes nothing away from what can be undone.
  await submit(uuid, {});
  expect((await basesOf(uuid))?.changed).toEqual({});
  const restore = { params: { id: backupId as string }, body: {} };
  await world.server.call(restoreBackup, restore, { as: world.caller });
  expect(await world.liveContent('undone/a.js')).toBe('first\n');
  expect(await basesOf(uuid)).toEqual(before);
  const { services } = await world.server.call(
    getPull,
    { params: { uuid }, query: {} },
    { as: world.caller },
  );
  expect(services[0]?.confirmedVersion).toBeNull();

  // A push would take the commit back that no one here has any more.
  const body = world.gitRequest('undone', { services: [SERVICE] });
  const pushed = await world.server.call(push, { body }, { as: world.caller });
  expect(pushed.push[0]?.error?.localizedMessage).toContain('undone/a.js');
  expect((await execGit(folder, 'rev-parse', 'main')).trim()).toBe(second);
});

test('a pull is told which newer state of its branch submitting it would take back', async () => {
  const folder = await world.repositoryOfLive('reverse');
  await commitFiles(folder, { [inGit('reverse/a.js')]: 'first\n' });
  const older = await pullAgain('reverse');
  const newest = await commitFiles(folder, { [inGit('reverse/a.js')]: 'second\n' });
  const newer = await pullAgain('reverse');
  const take = { 'reverse/a.js': { action: 'remote' } } as const;
  await submit(older, take);
  expect((await basesOf(newer))?.newer).toBeUndefined();
  await submit(newer, take);
  expect((await basesOf(newer))?.newer).toBeUndefined();
  const { username } = await world.server.context.accounts.profiles.get(world.caller);
  expect((await basesOf(older))?.newer).toEqual({
    commitSha: newest,
    direction: 'PULL',
    exchangedOn: expect.any(String) as string,
    user: username,
  });

  await world.changeLive({ 'reverse/a.js': 'third\n' });
  const body = world.gitRequest('reverse', { services: [SERVICE] });
  const pushed = await world.server.call(push, { body }, { as: world.caller });
  for (const uuid of [older, newer]) {
    expect((await basesOf(uuid))?.newer).toMatchObject({
      commitSha: pushed.push[0]?.commitSha,
      direction: 'PUSH',
    });
  }
  expect((await basesOf(await pullAgain('reverse')))?.newer).toBeUndefined();
});

test('a submit that was compared with another base is refused, also where the live version is the same', async () => {
  const folder = await world.repositoryOfLive('other-base');
  await commitFiles(folder, { [inGit('other/a.js')]: 'first\n' });
  const older = await pullAgain('other-base');
  await commitFiles(folder, { [inGit('other/b.js')]: 'theirs\n' });
  const newer = await pullAgain('other-base');
  const take = async (uuid: string, path: string, exchange: string | null | undefined) => {
    const { body } = await submission(uuid, { [path]: { action: 'remote' } });
    return { body: { ...body, ...(exchange !== undefined && { exchange }) } };
  };
  await world.server.call(confirmPull, await take(older, 'other/a.js', null), { as: world.caller });
  const known = (await basesOf(older))?.exchange;
  // A colleague takes nothing of the newer one: the version stays, the base does not.
  const version = await world.liveVersion();
  await submit(newer, { 'other/b.js': { action: 'local' } });
  expect(await world.liveVersion()).toBe(version);

  for (const exchange of [known, null]) {
    const request = await take(newer, 'other/b.js', exchange);
    const refused = await world.server.request(confirmPull, request, { as: world.caller });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: expect.stringContaining('Compare again.'),
      details: { version, moved: [] },
    });
    const candidate = { body: { changes: [{ kind: 'pull' as const, ...request.body }] } };
    expect((await world.server.request(testCandidate, candidate, { as: world.caller })).statusCode).toBe(409);
    const confirmed = [{ serviceId: SERVICE, body: '{}', baseVersion: version, exchange }];
    const whole = { body: { uuid: newer, confirmed } };
    const { results } = await world.server.call(importBodies, whole, { as: world.caller });
    expect(results).toMatchObject([
      { status: 'ERROR', moved: [], error: { localizedMessage: EXCHANGED_MESSAGE } },
    ]);
  }
  expect(await world.liveContent('other/b.js')).toBeUndefined();
  const again = await take(newer, 'other/b.js', (await basesOf(newer))?.exchange);
  await world.server.call(confirmPull, again, { as: world.caller });
  expect(await world.liveContent('other/b.js')).toBe('theirs\n');
});

test('a submit is refused, too, if the base moves while it waits for the contents of its pull', async () => {
  const folder = await world.repositoryOfLive('waiting');
  await commitFiles(folder, { [inGit('waiting/a.js')]: 'first\n' });
  await submit(await pullAgain('waiting'), { 'waiting/a.js': { action: 'remote' } });
  await commitFiles(folder, { [inGit('waiting/a.js')]: 'theirs\n' });
  const uuid = await pullAgain('waiting');
  const read = () => world.server.call(getLastCommits, { params: { uuid } }, { as: world.caller });
  await expect.poll(read, { timeout: 50_000 }).toMatchObject({ contents: 'COMPLETE' });
  const ofPull = (contentsState: 'PENDING' | 'COMPLETE') =>
    world.server.context.db
      .updateTable('pulls')
      .set({ contentsState, touchedOn: new Date() })
      .where('id', '=', uuid)
      .execute();
  const colleagues = await pullAgain('waiting');
  const { body } = await submission(uuid, { 'waiting/a.js': { action: 'merge-remote' } });
  const request = { body: { ...body, exchange: (await basesOf(uuid))?.exchange ?? null } };

  await ofPull('PENDING');
  const merging = Promise.withResolvers<void>();
  const note = (message: unknown) => {
    const { path } = (message as { request: { path: string } }).request;
    if (path.includes('/export/source')) merging.resolve();
  };
  subscribe('undici:request:create', note);
  const submitting = world.server.request(confirmPull, request, { as: world.caller });
  await merging.promise;
  unsubscribe('undici:request:create', note);
  await submit(colleagues, { 'waiting/a.js': { action: 'local' } });
  await ofPull('COMPLETE');
  expect(await submitting).toMatchObject({ statusCode: 409 });
  expect(await world.liveContent('waiting/a.js')).toBe('first\n');
});

test('the first pull of a branch that is undone leaves no base', async () => {
  const folder = await world.repositoryOfLive('undone-first');
  await commitFiles(folder, { [inGit('undone/first.js')]: 'first\n' });
  const uuid = await pullAgain('undone-first');
  const request = await submission(uuid, { 'undone/first.js': { action: 'remote' } });
  const { backupId } = await world.server.call(confirmPull, request, { as: world.caller });
  const restore = { params: { id: backupId as string }, body: {} };
  await world.server.call(restoreBackup, restore, { as: world.caller });
  expect(await keptOf(uuid)).toBeUndefined();
});

test('a submit reads the live files once', async () => {
  const folder = await world.repositoryOfLive('once');
  await commitFiles(folder, { [inGit('functions/once.js')]: '1;\n' });
  const request = await submission(await pullAgain('once'), { 'functions/once.js': { action: 'remote' } });
  const protect = (needsPassedRun: boolean) =>
    world.server.call(
      updateProtection,
      { params: { serviceId: SERVICE }, body: { needsPassedRun } },
      { as: world.caller },
    );
  let reads: string[] = [];
  const note = (message: unknown) => {
    const { path } = (message as { request: { path: string } }).request;
    if (path.includes('/export/metadata')) reads.push(path);
  };
  await protect(true);
  subscribe('undici:request:create', note);
  try {
    const refused = await world.server.request(confirmPull, request, { as: world.caller });
    expect(refused.json().details).toEqual({ needsPassedRun: true });
    expect(reads).toHaveLength(1);
    await protect(false);
    reads = [];
    await world.server.call(confirmPull, request, { as: world.caller });
  } finally {
    unsubscribe('undici:request:create', note);
  }
  expect(reads).toHaveLength(1);
  const { folders } = await readMetadata(world.server.context.services.getClient(world.caller), SERVICE);
  expect(folders.flatMap(({ files }) => files.map(filePathOf))).toContain('functions/once.js');
});
