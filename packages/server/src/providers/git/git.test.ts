import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AS_READ, findLastCommits } from '../../../test/as-read.ts';
import { commitTree, writeBlob, writeTree } from '../../../test/git-plumbing.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, startGitServer } from '../../../test/git-server.ts';
import type { ReadTree } from './cache/arrangement.ts';
import type { GitProviderLimits, RemoteTree, Selection } from './cache/repository-context.ts';
import { createGit, type Git } from './git.ts';
import type { ReadContent } from './reading/contents.ts';
import type { LastCommits } from './reading/history.ts';
import type { RemoteRepository } from './remote-repository.ts';
import type { GitConnection } from './remote-session.ts';

vi.setConfig({ testTimeout: 60_000 });

const LIMITS: GitProviderLimits = {
  timeoutMs: 20_000,
  idleTimeoutMs: 5_000,
  maxBytes: 64 * 1024 * 1024,
  historyTimeoutMs: 20_000,
  maxTreeFiles: 1000,
  maxBranches: 100,
  maxFileBytes: 100_000,
  maxContentBytes: 2 * 1024 * 1024,
  pulls: { permits: 4, permitsPerKey: 4, maxWaiting: 100 },
  laterReads: { permits: 4, permitsPerKey: 4, maxWaiting: 100 },
  readerMegabytes: 128,
};

const DOMAIN = 'domain-1';
const never = new AbortController().signal;
const work = { signal: never };

let server: GitServer;
let cacheFolder: string;
let git: Git;

beforeAll(async () => {
  server = await startGitServer();
  cacheFolder = await mkdtemp(join(tmpdir(), 'git-cache-'));
  git = createGit({ cacheFolder, allowPrivate: true, limits: LIMITS, maxCacheBytes: Infinity });
});

afterAll(async () => {
  git.close();
  await server[Symbol.asyncDispose]();
  await rm(cacheFolder, { recursive: true, force: true });
});

function connection(gitUrl: string, password = GIT_PASSWORD): GitConnection {
  return { gitUrl, username: GIT_USERNAME, password };
}

function commitsByPath({ commits, files }: LastCommits): Record<string, string | undefined> {
  return Object.fromEntries([...files].map(([path, index]) => [path, commits[index]?.commitSha]));
}

async function pullTree(gitUrl: string, selection: Selection = {}): Promise<RemoteTree> {
  await using remote = await git.open(DOMAIN, connection(gitUrl), work);
  return await remote.fetchTree(selection, work);
}

async function contentsOf(remote: RemoteRepository, tree: RemoteTree): Promise<Map<string, ReadContent>> {
  const all = new Map<string, ReadContent>();
  const ids = tree.entries.map(({ blobId }) => blobId);
  for await (const slice of remote.readContents(tree, [ids], work)) {
    for (const [id, content] of slice) all.set(id, content);
  }
  return all;
}

const byPath = (tree: RemoteTree) => Object.fromEntries(tree.entries.map((entry) => [entry.path, entry]));

describe('a repository over smart http', () => {
  test('lists branches in the turns of its domain, as a pull', async () => {
    const folder = await server.createRepository('in-turn');
    await commitFiles(folder, { 'a/b/c.js': '1' });
    const pulls = { permits: 2, permitsPerKey: 1, maxWaiting: 0 };
    const narrow = createGit({
      cacheFolder,
      allowPrivate: true,
      limits: { ...LIMITS, pulls },
      maxCacheBytes: Infinity,
    });
    const to = connection(server.url('in-turn'));
    try {
      {
        await using _remote = await narrow.open(DOMAIN, to, work);
        const listed = narrow.listBranches(DOMAIN, to, never);
        await expect(listed).rejects.toMatchObject({ failure: 'TOO_MANY_WAITING' });
        expect((await narrow.listBranches('domain-2', to, never)).branches).toEqual(['main']);
      }
      expect((await narrow.listBranches(DOMAIN, to, never)).branches).toEqual(['main']);
      expect(await narrow.countUses(DOMAIN)).toMatchObject({ pullsAtOnce: 0 });
    } finally {
      narrow.close();
    }
  });

  test('gives its branches and the default one', async () => {
    const folder = await server.createRepository('branches');
    await commitFiles(folder, { 'a/b/c.js': '1' });
    await commitFiles(folder, { 'a/b/c.js': '2' }, { branch: 'feature/x' });
    const found = await git.listBranches(DOMAIN, connection(server.url('branches')), never);
    expect(found).toEqual({ branches: ['feature/x', 'main'], defaultBranch: 'main', tags: [] });
  });

  test('lists the first of many branches, and pulls from and pushes to any of them', async () => {
    const folder = await server.createRepository('many-branches');
    const first = await commitFiles(folder, { 'a/b/c.js': '1' });
    const tip = await commitFiles(folder, { 'a/b/c.js': '2' });
    const names = Array.from({ length: LIMITS.maxBranches + 1 }, (_, i) => `branch-${i}`);
    const packed = names.map((name) => `${first} refs/heads/${name}\n`).join('');
    await writeFile(join(folder, 'packed-refs'), `${packed}${first} refs/heads/zero\n`);
    const url = server.url('many-branches');
    const { branches, defaultBranch } = await git.listBranches(DOMAIN, connection(url), never);
    expect([branches.length, defaultBranch]).toEqual([LIMITS.maxBranches, 'main']);
    expect(await pullTree(url)).toMatchObject({ branch: 'main', commitSha: tip });
    for (const commitSha of [tip, first, first.slice(0, 8)]) {
      const pulled = await pullTree(url, { commitSha, branch: 'main' });
      expect(pulled).toMatchObject({ branch: 'main', commitSha: commitSha === tip ? tip : first });
    }
    await using remote = await git.open(DOMAIN, connection(url), work);
    expect((await remote.listHeads(work)).heads.get('zero')).toBe(first);
    expect(await remote.hasCommit(first, work)).toBe(true);
  });

  test('gives what a tag names where no branch has its name', async () => {
    const folder = await server.createRepository('tags');
    const first = await commitFiles(folder, { 'a/b/c.js': '1' });
    await execGit(folder, 'tag', 'light');
    await execGit(folder, 'tag', '-a', '-m', 'First', 'annotated');
    await execGit(folder, 'tag', 'both');
    const second = await commitFiles(folder, { 'a/b/c.js': '2' }, { branch: 'both' });
    const url = server.url('tags');
    const { tags, branches } = await git.listBranches(DOMAIN, connection(url), never);
    expect({ tags, branches }).toEqual({ tags: ['annotated', 'light'], branches: ['both', 'main'] });
    await commitFiles(folder, { 'a/b/c.js': '3' });
    for (const branch of ['light', 'annotated']) {
      expect(await pullTree(url, { branch })).toMatchObject({ branch: null, commitSha: first });
    }
    expect(await pullTree(url, { branch: 'both' })).toMatchObject({ branch: 'both', commitSha: second });
  });

  test.each([true, false])('gives tree, contents and last commits (filters: %s)', async (withFilters) => {
    const name = `tree-${withFilters}`;
    const folder = await server.createRepository(name, { withFilters });
    const first = await commitFiles(
      folder,
      { 'a/b/c.js': 'one', 'a/b/d.js': 'dé\r\n' },
      { at: 1_700_000_000 },
    );
    const second = await commitFiles(
      folder,
      { 'a/b/c.js': 'two' },
      { at: 1_700_000_100, message: 'Second\n\nmore' },
    );
    const url = server.url(name);

    await using remote = await git.open(DOMAIN, connection(url), work);
    const tree = await remote.fetchTree({}, work);
    expect(tree).toMatchObject({ branch: 'main', commitSha: second });
    const contents = await contentsOf(remote, tree);
    const files = byPath(tree);
    expect(String(contents.get(files['a/b/c.js']?.blobId ?? ''))).toBe('two');
    expect(String(contents.get(files['a/b/d.js']?.blobId ?? ''))).toBe('dé\r\n');

    const last = await findLastCommits(remote, tree, work);
    const commitOf = (path: string) => last.commits[last.files.get(path) ?? -1];
    expect(commitOf('a/b/c.js')).toEqual({
      commitSha: second,
      committedOn: new Date(1_700_000_100_000),
      author: 'Grace Hopper',
      message: 'Second',
    });
    expect(commitOf('a/b/d.js')?.commitSha).toBe(first);
  });

  test.each(['v0', 'v2'])('pulls from a host that cannot leave out the history (%s)', async (version) => {
    const sent: string[] = [];
    await using host = await startGitServer((request, response) => {
      if (version === 'v0') delete request.headers['git-protocol'];
      request.on('data', (chunk: Buffer) => sent.push(chunk.toString('latin1')));
      const { write } = response;
      // Another word of the same length, so that packets keep their lengths.
      const replaced = (chunk: Buffer) => chunk.toString('latin1').replace(/([ =])shallow /, '$1nothing ');
      response.write = (chunk: Buffer) =>
        write.call(response, Buffer.from(replaced(chunk), 'latin1'), 'latin1');
      return false;
    });
    const folder = await host.createRepository('deep', { withFilters: false });
    const first = await commitFiles(folder, { 'a/b/c.js': 'one' });
    const second = await commitFiles(folder, { 'a/b/d.js': 'two' });
    await using remote = await git.open(DOMAIN, connection(host.url('deep')), work);
    for (const selection of [{ branch: 'main' }, {}]) {
      const tree = await remote.fetchTree(selection, work);
      expect(commitsByPath(await findLastCommits(remote, tree, work))).toEqual({
        'a/b/c.js': first,
        'a/b/d.js': second,
      });
    }
    expect(sent.join('')).not.toMatch(/deepen \d/);
  });

  test('moves only what is new on the second pull, and remembers last commits', async () => {
    const folder = await server.createRepository('again');
    await commitFiles(folder, { 'a/b/c.js': 'one', 'a/b/d.js': 'd' });
    const url = server.url('again');
    {
      await using remote = await git.open(DOMAIN, connection(url), work);
      const tree = await remote.fetchTree({ branch: 'main' }, work);
      await findLastCommits(remote, tree, work);
    }
    const newest = await commitFiles(folder, { 'a/b/e.js': 'e' }, { remove: ['a/b/c.js'] });
    await using remote = await git.open(DOMAIN, connection(url), work);
    const tree = await remote.fetchTree({ branch: 'main' }, work);
    expect(Object.keys(byPath(tree))).toEqual(['a/b/d.js', 'a/b/e.js']);
    const last = await findLastCommits(remote, tree, work);
    expect(last.commits[last.files.get('a/b/e.js') ?? -1]?.commitSha).toBe(newest);
    expect(last.files.size).toBe(2);
  });

  test('tells last commits with the tree once they are known, and again after a history was rewritten', async () => {
    const folder = await server.createRepository('known');
    const first = await commitFiles(folder, { 'a/b/c.js': 'one', 'a/b/d.js': 'd' });
    const lastCommitsOf = async () => {
      await using remote = await git.open(DOMAIN, connection(server.url('known')), work);
      const { lastCommits, ...commit } = await remote.fetchArranged({ branch: 'main' }, AS_READ, work);
      const last = (lastCommits as LastCommits | undefined) ?? (await findLastCommits(remote, commit, work));
      const named = [...last.files].map(([path, index]) => [path, last.commits[index]?.commitSha]);
      return { isKnown: lastCommits !== undefined, named: Object.fromEntries(named) };
    };
    const named = { 'a/b/c.js': first, 'a/b/d.js': first };
    expect(await lastCommitsOf()).toEqual({ isKnown: false, named });
    expect(await lastCommitsOf()).toEqual({ isKnown: true, named });
    // Twice from the same memory, which a few commits do not renew.
    const second = await commitFiles(folder, { 'a/b/c.js': 'two' });
    expect(await lastCommitsOf()).toEqual({ isKnown: true, named: { ...named, 'a/b/c.js': second } });
    const third = await commitFiles(folder, { 'a/b/d.js': 'three' });
    const newest = { 'a/b/c.js': second, 'a/b/d.js': third };
    expect(await lastCommitsOf()).toEqual({ isKnown: true, named: newest });
    await execGit(folder, 'update-ref', '-d', 'refs/heads/main');
    const root = await commitFiles(folder, { 'a/b/c.js': 'one' }, { message: 'New root' });
    expect(await lastCommitsOf()).toEqual({ isKnown: false, named: { 'a/b/c.js': root } });
  });

  test('tells a tree by what changed since the remembered one as it tells it anew', async () => {
    const folder = await server.createRepository('since');
    await commitFiles(folder, { 'a/b/c.js': 'one', 'a/b/d.js': 'd', 'a/x': 'file', 'z/é.js': 'z' });
    const selection = { branch: 'main', folders: ['a', 'z'] };
    const treeAt = async (domainId: string) => {
      await using remote = await git.open(domainId, connection(server.url('since')), work);
      const { tree, lastCommits, ...commit } = await remote.fetchArranged(selection, AS_READ, work);
      if (lastCommits === undefined) await findLastCommits(remote, commit, work);
      return { tree, isKnown: lastCommits !== undefined };
    };
    expect(await treeAt(DOMAIN)).toMatchObject({ isKnown: false });
    const unchanged = await treeAt(DOMAIN);
    expect(unchanged).toMatchObject({ isKnown: true });
    expect(unchanged.tree).toEqual((await treeAt('since-0')).tree);
    // A file becomes a folder, another one goes, and one comes between the others.
    const files = { 'a/x/y.js': 'y', 'a/b/cc.js': 'cc', 'a/b/c.js': 'two', 'other/o.js': 'o' };
    await commitFiles(folder, files, { remove: ['a/x', 'z/é.js'] });
    const [since, anew] = [await treeAt(DOMAIN), await treeAt('since-1')];
    expect([since.isKnown, anew.isKnown]).toEqual([true, false]);
    expect(since.tree).toEqual(anew.tree);
    expect((since.tree as ReadTree).entries.map(({ path }) => path)).toEqual([
      'a/b/c.js',
      'a/b/cc.js',
      'a/b/d.js',
      'a/x/y.js',
    ]);
  });

  test('follows a branch whose history was rewritten', async () => {
    const folder = await server.createRepository('rewritten');
    await commitFiles(folder, { 'a/b/c.js': 'one' });
    await pullTree(server.url('rewritten'));
    await execGit(folder, 'update-ref', '-d', 'refs/heads/main');
    const rewritten = await commitFiles(folder, { 'a/b/z.js': 'z' }, { message: 'New root' });
    const tree = await pullTree(server.url('rewritten'));
    expect(tree.commitSha).toBe(rewritten);
    expect(Object.keys(byPath(tree))).toEqual(['a/b/z.js']);
  });

  test('pulls and pushes where a shallow copy took the place of a repository that is in the cache', async () => {
    const folder = await server.createRepository('replaced');
    await commitFiles(folder, { 'a/b/c.js': 'one' });
    await commitFiles(folder, { 'a/b/c.js': 'two' });
    const url = server.url('replaced');
    {
      await using remote = await git.open(DOMAIN, connection(url), work);
      await findLastCommits(remote, await remote.fetchTree({}, work), work);
    }
    const whole = await server.createRepository('whole');
    for (const content of ['three', 'four']) await commitFiles(whole, { 'a/b/c.js': content });
    await rm(folder, { recursive: true });
    await server.createRepository('replaced');
    await execGit(folder, 'fetch', '-q', '--depth=1', `file://${whole}`, 'main:main');

    let pushed: string;
    {
      await using one = await git.open(DOMAIN, connection(url), work);
      await using other = await git.open(DOMAIN, connection(url), work);
      const [tree] = await Promise.all([one.fetchTree({}, work), other.fetchArranged({}, AS_READ, work)]);
      expect([...(await contentsOf(one, tree)).values()].map(String)).toEqual(['four']);
      expect(commitsByPath(await findLastCommits(one, tree, work))).toEqual({ 'a/b/c.js': tree.commitSha });
      const changes = new Map([['a/b/c.js', { mode: '100644' as const, content: 'five' }]]);
      const author = { name: 'Ada', email: 'ada@example.com' };
      const onMain = { branch: 'main', isNewBranch: false, parent: tree.commitSha };
      pushed = await one.pushCommit({ ...onMain, author, at: new Date(), message: 'Top', changes }, work);
    }
    expect((await pullTree(url)).commitSha).toBe(pushed);
  });

  test('takes a commit by its full and its short id, with and without history in the cache', async () => {
    const folder = await server.createRepository('commits');
    const first = await commitFiles(folder, { 'a/b/c.js': 'one' });
    await commitFiles(folder, { 'a/b/c.js': 'two' });
    const url = server.url('commits');
    expect((await pullTree(url, { commitSha: first.slice(0, 8) })).commitSha).toBe(first);
    expect(await pullTree(url, { commitSha: first, branch: 'main' })).toMatchObject({
      commitSha: first,
      branch: 'main',
    });
    await execGit(folder, 'branch', 'side', first);
    const elsewhere = await commitFiles(folder, { 'a/b/c.js': 'side' }, { branch: 'side' });
    expect(await pullTree(url, { commitSha: elsewhere, branch: 'main' })).toMatchObject({
      commitSha: elsewhere,
      branch: null,
    });
    await pullTree(url);
    expect((await pullTree(url, { commitSha: first })).commitSha).toBe(first);
  });

  test('fetches a history as a whole, without naming what is here of it', async () => {
    const sent: string[] = [];
    await using hearing = await startGitServer((request) => {
      request.on('data', (chunk: Buffer) => sent.push(chunk.toString('latin1')));
      return false;
    });
    const folder = await hearing.createRepository('history');
    const first = await commitFiles(folder, { 'a/b/c.js': 'one' });
    const second = await commitFiles(folder, { 'a/b/d.js': 'two' });
    await using remote = await git.open(DOMAIN, connection(hearing.url('history')), work);
    const tree = await remote.fetchTree({ branch: 'main' }, work);
    expect(sent.join('')).toContain('deepen 1');
    sent.length = 0;
    expect(commitsByPath(await findLastCommits(remote, tree, work))).toEqual({
      'a/b/c.js': first,
      'a/b/d.js': second,
    });
    expect(sent.join('')).toContain('command=fetch');
    // A host that gets these commits has to gather the objects below them.
    expect(sent.join('')).not.toMatch(/(?:shallow|deepen|have) /);
  });

  test('fetches a history again that a broken connection has kept back', async () => {
    let isBroken = false;
    await using host = await startGitServer((request, response) => {
      if (isBroken && request.method === 'POST') response.writeHead(500).end();
      return isBroken && request.method === 'POST';
    });
    const folder = await host.createRepository('broken');
    const first = await commitFiles(folder, { 'a/b/c.js': 'one' });
    await commitFiles(folder, { 'a/b/d.js': 'two' });
    await using remote = await git.open(DOMAIN, connection(host.url('broken')), work);
    const tree = await remote.fetchTree({}, work);
    isBroken = true;
    await expect(findLastCommits(remote, tree, work)).rejects.toMatchObject({ failure: 'UNREACHABLE' });
    isBroken = false;
    expect(commitsByPath(await findLastCommits(remote, tree, work))).toMatchObject({ 'a/b/c.js': first });
  });

  test.each(['main', 'other'])('knows the history of each branch, that of %s first', async (name) => {
    const repository = `branches-${name}`;
    const folder = await server.createRepository(repository);
    const first = await commitFiles(folder, { 'a/b/c.js': 'one' });
    const main = await commitFiles(folder, { 'a/b/d.js': 'd' });
    await execGit(folder, 'branch', 'other', first);
    const between = await commitFiles(folder, { 'a/b/o.js': 'o' }, { branch: 'other' });
    const other = await commitFiles(folder, { 'a/b/p.js': 'p' }, { branch: 'other' });
    const expected = {
      main: { 'a/b/c.js': first, 'a/b/d.js': main },
      other: { 'a/b/c.js': first, 'a/b/o.js': between, 'a/b/p.js': other },
    };
    const url = server.url(repository);
    // The tips of both are here before the history of one.
    for (const branch of ['main', 'other']) await pullTree(url, { branch });
    for (const branch of ['main', 'other'].toSorted((a) => (a === name ? -1 : 1))) {
      await using remote = await git.open(DOMAIN, connection(url), work);
      const tree = await remote.fetchTree({ branch }, work);
      const last = await findLastCommits(remote, tree, work);
      expect(commitsByPath(last)).toEqual(expected[branch as keyof typeof expected]);
    }
  });

  test('a branch that was moved to another history meanwhile leaves the cache usable', async () => {
    const folder = await server.createRepository('moved');
    await commitFiles(folder, { 'a/b/c.js': 'one' });
    const old = await commitFiles(folder, { 'a/b/d.js': 'two' });
    const url = server.url('moved');
    {
      await using remote = await git.open(DOMAIN, connection(url), work);
      const tree = await remote.fetchTree({ branch: 'main' }, work);
      await execGit(folder, 'update-ref', '-d', 'refs/heads/main');
      await commitFiles(folder, { 'a/b/z.js': 'z' }, { message: 'New root' });
      expect(commitsByPath(await findLastCommits(remote, tree, work))).toMatchObject({ 'a/b/d.js': old });
    }
    await using remote = await git.open(DOMAIN, connection(url), work);
    const tree = await remote.fetchTree({ branch: 'main' }, work);
    const last = await findLastCommits(remote, tree, work);
    expect(commitsByPath(last)).toEqual({ 'a/b/z.js': tree.commitSha });
  });

  test('names no commit of a side that a merge threw away', async () => {
    const folder = await server.createRepository('merged');
    const treeOf = async (content: string) => {
      const file = await writeTree(folder, [`100644 blob ${await writeBlob(folder, content)}\tc.js`]);
      return writeTree(folder, [`040000 tree ${await writeTree(folder, [`040000 tree ${file}\tb`])}\ta`]);
    };
    const [ours, theirs] = [await treeOf('ours'), await treeOf('theirs')];
    const start = await commitTree(folder, await treeOf('start'), { at: 1_700_000_000 });
    const kept = await commitTree(folder, ours, { parents: [start], at: 1_700_000_100 });
    const thrownAway = await commitTree(folder, theirs, { parents: [start], at: 1_700_000_200 });
    await commitTree(folder, ours, { parents: [kept, thrownAway], at: 1_700_000_300 });
    await using remote = await git.open(DOMAIN, connection(server.url('merged')), work);
    const last = await findLastCommits(remote, await remote.fetchTree({ folders: ['a'] }, work), work);
    expect(last.commits.map(({ commitSha }) => commitSha)).toEqual([kept]);
    expect([...last.files]).toEqual([['a/b/c.js', 0]]);
  });

  test('two pulls of one remote at once do not disturb each other', async () => {
    const folder = await server.createRepository('twice');
    const commit = await commitFiles(folder, { 'a/b/c.js': 'one' });
    const url = server.url('twice');
    const trees = await Promise.all([pullTree(url), pullTree(url), pullTree(url)]);
    expect(trees.map(({ commitSha }) => commitSha)).toEqual([commit, commit, commit]);
    expect((await readdir(join(cacheFolder, 'git-cache'))).filter((name) => /once|lock/.test(name))).toEqual(
      [],
    );
  });
});

describe('what goes wrong has its own words', () => {
  const refusedWith = (status: string) =>
    `FAILED: The git host responded with ${status}. Check the URL and the access to the repository with the operator of the host.`;
  const unavailableUntil = (when: string) =>
    `UNREACHABLE: The git host is unavailable at the moment, such as for maintenance (503). Please try again ${when}.`;
  const failure = async (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error: { failure: string; message: string }) => `${error.failure}: ${error.message}`,
    );

  test('wrong credentials', async () => {
    const folder = await server.createRepository('locked');
    await commitFiles(folder, { 'a/b/c.js': 'one' });
    await pullTree(server.url('locked'));
    const wrong = async () => {
      await using remote = await git.open(DOMAIN, connection(server.url('locked'), 'wrong password'), work);
      await remote.fetchTree({ branch: 'main' }, work);
    };
    const expected =
      'CREDENTIALS_REFUSED: The git host rejected the username or password. Use an access token if your host requires two-factor sign-in.';
    expect(await failure(wrong())).toBe(expected);
    const listed = git.listBranches(DOMAIN, connection(server.url('locked'), 'wrong'), never);
    expect(await failure(listed)).toBe(expected);
  });

  test('an empty repository', async () => {
    await server.createRepository('empty');
    const expected = 'EMPTY_REPOSITORY: The repository is empty.';
    expect(await failure(pullTree(server.url('empty')))).toBe(expected);
    expect(await failure(pullTree(server.url('empty'), { branch: 'main' }))).toBe(expected);
    expect(await git.listBranches(DOMAIN, connection(server.url('empty')), never)).toEqual({
      branches: [],
      defaultBranch: null,
      tags: [],
    });
  });

  test('a sha in the place of a branch', async () => {
    const folder = await server.createRepository('sha');
    const commitSha = await commitFiles(folder, { 'a/b/c.js': 'one' });
    for (const branch of [commitSha, commitSha.slice(0, 7)]) {
      expect(await failure(pullTree(server.url('sha'), { branch }))).toBe(
        `BRANCH_MISSING: The branch "${branch}" does not exist in the repository. It looks like a commit sha: enter it under 'Revert to commit sha'.`,
      );
    }
  });

  test('a repository with tags only', async () => {
    const folder = await server.createRepository('only-tags');
    const commitSha = await commitFiles(folder, { 'a/b/c.js': 'one' });
    await execGit(folder, 'tag', 'v1');
    await execGit(folder, 'update-ref', '-d', 'refs/heads/main');
    const url = server.url('only-tags');
    const expected =
      'EMPTY_REPOSITORY: The repository has no branches, only tags. Enter a tag as the branch.';
    expect(await failure(pullTree(url))).toBe(expected);
    expect(await failure(pullTree(url, { branch: 'main' }))).toBe(expected);
    expect(await pullTree(url, { branch: 'v1' })).toMatchObject({ commitSha });
  });

  test('the sha of something other than a commit', async () => {
    const folder = await server.createRepository('objects');
    const commitSha = await commitFiles(folder, { 'a/b/c.js': 'one' });
    await execGit(folder, 'tag', '-a', '-m', 'First', 'v1');
    const idOf = async (name: string) => (await execGit(folder, 'rev-parse', name)).trim();
    const url = server.url('objects');
    const [tag, tree, blob] = [await idOf('v1'), await idOf('main:a'), await idOf('main:a/b/c.js')];
    expect(tag).not.toBe(commitSha);
    // The commit that the tag names.
    expect(await pullTree(url, { commitSha: tag, branch: 'main' })).toMatchObject({
      commitSha,
      branch: 'main',
    });
    expect(await failure(pullTree(url, { commitSha: tree }))).toBe(
      `COMMIT_MISSING: "${tree}" is not the sha of a commit.`,
    );
    expect(await failure(pullTree(url, { commitSha: blob }))).toBe(
      'COMMIT_MISSING: The git host did not send the commit: the sha may be that of a file, or objects of the commit are missing.',
    );
    await using remote = await git.open(DOMAIN, connection(url), work);
    await contentsOf(remote, await remote.fetchTree({}, work));
    expect(await failure(remote.fetchTree({ commitSha: blob }, work))).toBe(
      `COMMIT_MISSING: "${blob}" is not the sha of a commit.`,
    );
    // It leaves the cache usable.
    expect(await remote.fetchTree({}, work)).toMatchObject({ commitSha });
  });

  test('a tag that names no commit', async () => {
    const folder = await server.createRepository('tree-tag');
    await commitFiles(folder, { 'a/b/c.js': 'one' });
    await execGit(folder, 'tag', 'files', 'main^{tree}');
    expect(await failure(pullTree(server.url('tree-tag'), { branch: 'files' }))).toBe(
      'COMMIT_MISSING: The tag "files" does not name a commit.',
    );
  });

  test('a damaged repository', async () => {
    const folder = await server.createRepository('damaged');
    const file = join(folder, 'tree');
    await writeFile(file, '100644 a.js\0abc');
    const tree = (await execGit(folder, 'hash-object', '-t', 'tree', '-w', '--literally', file)).trim();
    const person = 'Ada <ada@example.com> 1 +0000';
    await writeFile(file, `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nm\n`);
    const commit = await execGit(folder, 'hash-object', '-t', 'commit', '-w', '--literally', file);
    await execGit(folder, 'update-ref', 'refs/heads/main', commit.trim());
    expect(await failure(pullTree(server.url('damaged')))).toBe(
      'DAMAGED: The repository is damaged: it contains an object that git cannot read. "git fsck" names it.',
    );
  });

  test('too many requests', async () => {
    await using busy = await startGitServer((_request, response) => {
      response.writeHead(429, { 'retry-after': '60' }).end('slow down');
      return true;
    });
    expect(await failure(pullTree(busy.url('x')))).toBe(
      'TOO_MANY_REQUESTS: The git host is getting too many requests. Wait a few minutes, then try again.',
    );
  });

  test.each([
    [
      302,
      { location: '/login?return=secret' },
      'CREDENTIALS_REFUSED: The git host redirects to another page, such as its sign-in page, instead of the repository. Check the URL, and enter an access token as the password.',
    ],
    [407, {}, refusedWith('407 (Proxy Authentication Required)')],
    [451, {}, refusedWith('451 (Unavailable For Legal Reasons)')],
    [511, {}, refusedWith('511 (Network Authentication Required)')],
    [502, {}, 'UNREACHABLE: The git host responded with 502 (Bad Gateway). Please try again later.'],
    [503, {}, unavailableUntil('later')],
    [503, { 'retry-after': '30' }, unavailableUntil('in a minute')],
    [503, { 'Retry-After': '3000' }, unavailableUntil('in 50 minutes')],
    [
      503,
      { 'retry-after': 'Sun, 29 Nov 2026 10:00:00 GMT' },
      unavailableUntil('after Sun, 29 Nov 2026 10:00:00 GMT'),
    ],
  ])('the status %i with %o', async (status, headers, expected) => {
    await using host = await startGitServer(({ url }, response) => {
      if (url?.startsWith('/login')) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      else response.writeHead(status, headers).end();
      return true;
    });
    expect(await failure(pullTree(host.url('x')))).toBe(expected);
    expect(await failure(git.listBranches(DOMAIN, connection(host.url('x')), never))).toBe(expected);
  });

  test('a connection that breaks in the middle of the response', async () => {
    await using host = await startGitServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      response.write('001e# service=git-upload-pack\n0000', () => response.destroy());
      return true;
    });
    const expected = 'UNREACHABLE: The git host cannot be reached.';
    expect(await failure(pullTree(host.url('x')))).toBe(expected);
    expect(await failure(git.listBranches(DOMAIN, connection(host.url('x')), never))).toBe(expected);
  });

  test('a repository with SHA-256 ids', async () => {
    const folder = await server.createRepository('sha256', { objectFormat: 'sha256' });
    await commitFiles(folder, { 'a/b/c.js': '1' });
    const url = server.url('sha256');
    const expected =
      'NOT_SUPPORTED: The repository has SHA-256 object ids, which are not supported. Use a repository with SHA-1 ids.';
    for (const selection of [{}, { branch: 'main' }, { commitSha: 'abcdef1' }]) {
      expect(await failure(pullTree(url, selection))).toBe(expected);
    }
    expect(await failure(git.listBranches(DOMAIN, connection(url), never))).toBe(expected);
  });

  test('a missing branch and a missing commit', async () => {
    const folder = await server.createRepository('missing');
    await commitFiles(folder, { 'a/b/c.js': 'one' });
    const url = server.url('missing');
    expect(await failure(pullTree(url, { branch: 'nowhere' }))).toBe(
      'BRANCH_MISSING: The branch "nowhere" does not exist in the repository.',
    );
    expect(await failure(pullTree(url, { commitSha: 'a'.repeat(40) }))).toBe(
      'COMMIT_MISSING: The repository does not have the commit, or its git host serves only the newest commits of branches.',
    );
    expect(await failure(pullTree(url, { commitSha: 'abcdef1' }))).toContain('COMMIT_MISSING');
  });

  test('no repository, and no git at all', async () => {
    expect(await failure(pullTree(server.url('absent')))).toBe(
      'NOT_FOUND: There is no repository at this address.',
    );
    // Git itself calls the pages of one line, and the one without anything, an empty repository.
    for (const page of ['<html>\n<h1>Hello</h1>\n</html>\n', '<h1>Hello</h1>', 'OK\tfine', '']) {
      await using web = await startGitServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        return true;
      });
      const expected = 'NOT_A_REPOSITORY: There is no git repository at this address.';
      expect(await failure(pullTree(web.url('page')))).toBe(expected);
      expect(await failure(pullTree(web.url('page'), { branch: 'main' }))).toBe(expected);
      expect(await failure(git.listBranches(DOMAIN, connection(web.url('page')), never))).toBe(expected);
    }
  });

  test('an unreachable host and an unknown name', async () => {
    expect(await failure(pullTree('http://127.0.0.1:9/x.git'))).toBe(
      'UNREACHABLE: The git host cannot be reached.',
    );
    expect(await failure(pullTree('https://nowhere.invalid/x.git'))).toBe(
      'UNREACHABLE: The git host nowhere.invalid cannot be found.',
    );
  });

  test('too many files, and contents that are too large', async () => {
    const folder = await server.createRepository('many');
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`a/b/f${i}.js`, '']));
    await commitFiles(folder, many);
    expect(await failure(pullTree(server.url('many')))).toBe(
      'TOO_MANY_FILES: The folders of your services contain more than 1,000 files.',
    );
  });
});

test('pushes a commit on top, to a new branch and into an empty repository', async () => {
  const folder = await server.createRepository('push');
  const url = server.url('push');
  const request = {
    branch: 'main',
    isNewBranch: false,
    author: { name: 'Ada Lovelace', email: 'ada@example.com' },
    at: new Date('2026-11-21T10:00:00Z'),
    message: 'Configuration',
  };
  await using remote = await git.open(DOMAIN, connection(url), work);
  const first = await remote.pushCommit(
    {
      ...request,
      isNewBranch: true,
      parent: null,
      changes: new Map([['s/f/a "x".js', { mode: '100644', content: 'é\n' }]]),
    },
    work,
  );
  expect(await execGit(folder, 'show', 'main:s/f/a "x".js')).toBe('é\n');
  expect(await execGit(folder, 'log', '-1', '--format=%an <%ae> %aI', 'main')).toBe(
    'Ada Lovelace <ada@example.com> 2026-11-21T10:00:00+00:00\n',
  );
  const other = await commitFiles(folder, { 'README.md': 'theirs' });
  const tree = await remote.fetchTree({ branch: 'main' }, work);
  expect(tree.commitSha).toBe(other);
  const changes = new Map([
    ['s/f/a "x".js', null],
    ['s/f/b.js', { mode: '100644' as const, content: 'b' }],
  ]);
  await remote.pushCommit({ ...request, parent: other, changes }, work);
  expect(await execGit(folder, 'ls-tree', '-r', '--name-only', 'main')).toBe('README.md\ns/f/b.js\n');
  await remote.pushCommit({ ...request, branch: 'feature', isNewBranch: true, parent: other, changes }, work);
  await expect(remote.pushCommit({ ...request, parent: first, changes }, work)).rejects.toMatchObject({
    failure: 'REMOTE_MOVED',
  });
});

test('pushes a new branch from an older commit without fetching the other contents of that commit', async () => {
  const folder = await server.createRepository('older');
  const parent = await commitFiles(folder, { 's/f/a.js': 'a', 's/f/b.js': 'b', 's/f/c.js': 'c' });
  await commitFiles(folder, { 's/f/d.js': 'd' });
  const ownCache = await mkdtemp(join(tmpdir(), 'git-cache-'));
  const own = createGit({
    cacheFolder: ownCache,
    allowPrivate: true,
    limits: LIMITS,
    maxCacheBytes: Infinity,
  });
  {
    await using remote = await own.open(DOMAIN, connection(server.url('older')), work);
    expect(await remote.hasCommit(parent, work)).toBe(true);
    expect(await remote.hasCommit('a'.repeat(40), work)).toBe(false);
    await remote.fetchTree({ commitSha: parent }, work);
    const changes = new Map([['s/f/a.js', { mode: '100644' as const, content: 'new' }]]);
    const author = { name: 'Ada', email: 'ada@example.com' };
    const branch = { branch: 'feature', isNewBranch: true, parent };
    await remote.pushCommit({ ...branch, author, at: new Date(), message: 'New', changes }, work);
  }
  expect(await execGit(folder, 'rev-parse', 'feature~1')).toBe(`${parent}\n`);
  const [cached = ''] = await readdir(join(ownCache, 'git-cache'));
  const objects = join(ownCache, 'git-cache', cached);
  const listed = await execGit(objects, 'cat-file', '--batch-check=%(objecttype)', '--batch-all-objects');
  // The new content, and the one that it replaces: git sends what differs.
  expect(listed.split('\n').filter((type) => type === 'blob')).toHaveLength(2);
  own.close();
  await rm(ownCache, { recursive: true, force: true });
});
