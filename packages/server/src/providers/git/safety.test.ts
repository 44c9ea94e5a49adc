import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { createAddressGuard } from '@atrium/host/outbound/address-guard';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findLastCommits } from '../../../test/as-read.ts';
import { commitTree, writeBomb } from '../../../test/git-plumbing.ts';
import { listGitProcesses, type SeenProcess } from '../../../test/git-processes.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import {
  GIT_PASSWORD,
  GIT_USERNAME,
  type GitServer,
  type Intercept,
  startGitServer,
} from '../../../test/git-server.ts';
import type { GitProviderLimits, RemoteTree, Selection } from './cache/repository-context.ts';
import { createGit, type Git, type GitOptions } from './git.ts';
import { GitError } from './git-errors.ts';
import type { GitConnection } from './remote-session.ts';

// Each of these takes seconds alone, and many seconds next to others.
vi.setConfig({ testTimeout: 90_000 });

const LIMITS: GitProviderLimits = {
  timeoutMs: 15_000,
  idleTimeoutMs: 2_000,
  maxBytes: 4 * 1024 * 1024,
  historyTimeoutMs: 15_000,
  maxTreeFiles: 50_000,
  maxBranches: 100,
  maxFileBytes: 100_000,
  maxContentBytes: 1024 * 1024,
  pulls: { permits: 4, permitsPerKey: 4, maxWaiting: 100 },
  laterReads: { permits: 4, permitsPerKey: 4, maxWaiting: 100 },
  readerMegabytes: 128,
};

const HANGING_PULL = fileURLToPath(new URL('../../../test/hanging-pull.ts', import.meta.url));
const never = new AbortController().signal;

let server: GitServer;
let cacheFolder: string;
let intercept: Intercept = () => false;

beforeAll(async () => {
  server = await startGitServer((request, response) => intercept(request, response));
  cacheFolder = await mkdtemp(join(tmpdir(), 'git-safety-'));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(cacheFolder, { recursive: true, force: true });
});

beforeEach(() => {
  intercept = () => false;
});

function makeGit(options: Partial<GitOptions> = {}): Git {
  return createGit({ cacheFolder, allowPrivate: true, limits: LIMITS, maxCacheBytes: Infinity, ...options });
}

function connection(gitUrl: string): GitConnection {
  return { gitUrl, username: GIT_USERNAME, password: GIT_PASSWORD };
}

async function pullTree(
  gitUrl: string,
  { git = makeGit(), signal = never, ...selection }: Selection & { git?: Git; signal?: AbortSignal } = {},
): Promise<RemoteTree> {
  await using remote = await git.open('domain', connection(gitUrl), { signal });
  return await remote.fetchTree(selection, { signal });
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof GitError) return error.failure;
    throw error;
  }
  return 'none';
}

/** No process, no lock, no half of anything. */
async function expectNothingLeft(): Promise<void> {
  expect(await listGitProcesses(cacheFolder)).toEqual([]);
  const names = await readdir(cacheFolder, { recursive: true });
  expect(names.filter((name) => /tmp_|\.lock$|once-|incoming/.test(name))).toEqual([]);
}

async function cacheSize(): Promise<number> {
  const names = await readdir(cacheFolder, { recursive: true, withFileTypes: true });
  const sizes = names
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe('credentials', () => {
  test('are in the environment of the git processes, and nowhere else', async () => {
    const folder = await server.createRepository('secret');
    await commitFiles(folder, { 'a/b/c.js': 'x' });
    const seen: SeenProcess[] = [];
    const urls: string[] = [];
    intercept = ({ url = '' }) => {
      urls.push(url);
      return false;
    };
    const pulling = pullTree(server.url('secret'));
    let isDone = false;
    void pulling.finally(() => {
      isDone = true;
    });
    while (!isDone) seen.push(...(await listGitProcesses(cacheFolder)));
    await pulling;
    expect(seen.filter(({ command }) => command.includes(GIT_PASSWORD))).toEqual([]);
    expect(seen.filter(({ command }) => command.includes(GIT_USERNAME))).toEqual([]);
    const informed = seen.filter(({ environment }) => environment.includes(GIT_PASSWORD));
    expect(informed.length > 0 || process.platform !== 'linux').toBe(true);
    // Not in the address either, nor in any file of the cache: config, reflog, FETCH_HEAD.
    expect(urls.filter((url) => url.includes('correct'))).toEqual([]);
    for (const entry of await readdir(cacheFolder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const content = await readFile(join(entry.parentPath, entry.name), 'latin1');
      expect(content.includes(GIT_PASSWORD), entry.name).toBe(false);
      expect(content.includes(server.origin), entry.name).toBe(false);
    }
  });

  test('are not sent to another host by a redirect', async () => {
    const sent: (string | undefined)[] = [];
    await using other = await startGitServer((request, response) => {
      sent.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="phishing"' }).end();
      return true;
    });
    intercept = (request, response) => redirect(request, response, other.origin);
    expect(await failureOf(pullTree(server.url('moved')))).toBe('CREDENTIALS_REFUSED');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((header) => header !== undefined)).toEqual([]);
  });

  test('never show in an error', async () => {
    intercept = (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`oops ${GIT_PASSWORD}`);
      return true;
    };
    const error = await pullTree(server.url('x')).catch((thrown: GitError) => thrown);
    expect(error).toBeInstanceOf(GitError);
    expect(JSON.stringify([String(error), (error as GitError).details])).not.toContain(GIT_PASSWORD);
  });
});

function redirect(request: IncomingMessage, response: ServerResponse, origin: string): boolean {
  response.writeHead(302, { location: origin + request.url }).end();
  return true;
}

describe('addresses', () => {
  test.each([
    'http://127.0.0.1:1/x.git',
    'https://127.0.0.1:1/x.git',
    'https://[::1]:1/x.git',
    'https://localhost:1/x.git',
  ])('%s is refused where private addresses are not allowed', async (url) => {
    const git = makeGit({ allowPrivate: false });
    expect(await failureOf(pullTree(url, { git }))).toBe('ADDRESS_NOT_ALLOWED');
  });

  test('a redirect to a private address is refused, and nothing arrives there', async () => {
    await using inner = await startGitServer();
    intercept = (request, response) => redirect(request, response, inner.origin);
    const outside = new URL(server.origin).port;
    const real = createAddressGuard({ allowPrivate: false, resolveHost: async () => [] });
    const git = makeGit({
      // Treats this one server as public.
      guard: {
        check: async (host, port) =>
          String(port) === outside ? { address: '127.0.0.1', isPublic: false } : real.check(host, port),
      },
    });
    expect(await failureOf(pullTree(server.url('x'), { git }))).toBe('ADDRESS_NOT_ALLOWED');
    expect(inner.requests).toEqual([]);
  });

  test('a name is dialed at the address that was checked, without a second look-up', async () => {
    const folder = await server.createRepository('named');
    await commitFiles(folder, { 'a/b/c.js': 'x' });
    const port = new URL(server.origin).port;
    const asked: string[] = [];
    const git = makeGit({
      resolveHost: async (name) => {
        asked.push(name);
        return ['127.0.0.1'];
      },
    });
    // The name exists for this look-up only: anyone who asked the system would not find it.
    const tree = await pullTree(`http://rebind.invalid:${port}/named.git`, { git });
    expect(tree.entries.length).toBe(1);
    expect(new Set(asked)).toEqual(new Set(['rebind.invalid']));
  });

  test('a public host is not spoken to without encryption', async () => {
    const git = makeGit({ guard: { check: async () => ({ address: '127.0.0.1', isPublic: true }) } });
    const error = await pullTree(server.url('x'), { git }).catch((thrown: GitError) => thrown);
    expect((error as GitError).message).toBe(
      'Plain http would send the password unprotected. Please use https.',
    );
  });
});

describe('what a repository can hold', () => {
  test('attributes, filters, modules, hooks and the own settings of a machine run nothing', async () => {
    const marker = join(cacheFolder, '..', `marker-${process.pid}`);
    const home = await mkdtemp(join(tmpdir(), 'home-'));
    const evil = `!touch ${marker};`;
    await writeFile(
      join(home, '.gitconfig'),
      `[credential]\n\thelper = ${evil}\n[core]\n\thooksPath = ${home}\n\tfsmonitor = touch ${marker}\n[filter "evil"]\n\tsmudge = touch ${marker}\n\tclean = touch ${marker}\n[url "file:///"]\n\tinsteadOf = http\n`,
    );
    await writeFile(join(home, '.netrc'), 'default login evil password evil\n');
    const before = process.env['HOME'];
    process.env['HOME'] = home;
    try {
      const folder = await server.createRepository('evil');
      const commit = await commitFiles(
        folder,
        {
          '.gitattributes': '* filter=evil diff=evil merge=evil text eol=crlf\n',
          '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ${server.url('other')}\n`,
          '.lfsconfig': `[lfs]\n\turl = ${server.url('lfs')}\n`,
          'hooks/post-checkout': `#!/bin/sh\ntouch ${marker}\n`,
          'a/b/c.js': 'one\ntwo\n',
          link: '/etc/passwd',
        },
        { modes: { link: '120000', 'hooks/post-checkout': '100755' } },
      );
      await execGit(folder, 'update-index', '--add', '--cacheinfo', `160000,${commit},sub`).catch(() => '');
      server.requests.length = 0;
      await using remote = await makeGit().open('domain', connection(server.url('evil')), { signal: never });
      const tree = await remote.fetchTree({}, { signal: never });
      const ids = tree.entries.map(({ blobId }) => blobId);
      const contents: string[] = [];
      for await (const slice of remote.readContents(tree, [ids], { signal: never })) {
        contents.push(...[...slice.values()].map(String));
      }
      await findLastCommits(remote, tree, { signal: never });
      // Byte for byte: no line ending was touched, no link followed.
      expect(contents).toContain('one\ntwo\n');
      expect(contents).toContain('/etc/passwd');
      expect(server.requests.filter((line) => !line.includes('/evil.git/'))).toEqual([]);
      expect(existsSync(marker)).toBe(false);
    } finally {
      process.env['HOME'] = before;
      await rm(home, { recursive: true, force: true });
    }
  });

  test('a million files by way of ten times ten folders are refused in time', async () => {
    const folder = await server.createRepository('bomb');
    await commitTree(folder, await writeBomb(folder, 8));
    const startedAt = performance.now();
    expect(await failureOf(pullTree(server.url('bomb')))).toBe('TOO_MANY_FILES');
    expect(performance.now() - startedAt).toBeLessThan(LIMITS.timeoutMs);
    await expectNothingLeft();
  });

  test('a huge blob among small files is left out, and costs neither memory nor disk', async () => {
    const folder = await server.createRepository('huge');
    await commitFiles(folder, { 'a/b/zeros.js': Buffer.alloc(40 * 1024 * 1024), 'a/b/small.js': 'small' });
    await commitFiles(folder, { 'a/b/random.js': randomText(3 * 1024 * 1024) });
    // Packing forty megabytes takes the test's own server a while, in which it sends nothing.
    const git = makeGit({ limits: { ...LIMITS, timeoutMs: 60_000, idleTimeoutMs: 60_000 } });
    await using remote = await git.open('domain', connection(server.url('huge')), { signal: never });
    const tree = await remote.fetchTree({}, { signal: never });
    const before = process.memoryUsage.rss();
    const found = new Map<string, string>();
    const byId = new Map(tree.entries.map(({ blobId, path }) => [blobId, path]));
    for await (const slice of remote.readContents(tree, [[...byId.keys()]], { signal: never })) {
      for (const [id, content] of slice) found.set(byId.get(id) ?? '', String(content).slice(0, 20));
    }
    expect(found.get('a/b/small.js')).toBe('small');
    expect(found.get('a/b/zeros.js')).toBe('TOO_LARGE');
    expect(found.get('a/b/random.js')).toBe('TOO_LARGE');
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
    expect(await cacheSize()).toBeLessThan(LIMITS.maxBytes);
  });
});

function randomText(bytes: number): string {
  let text = '';
  for (let seed = 1; text.length < bytes; ) {
    seed = (seed * 48271) % 2147483647;
    text += `${seed.toString(36)}${seed % 7 === 0 ? '\n' : ' '}`;
  }
  return text;
}

function sendForever(response: ServerResponse, chunk: Buffer): void {
  const send = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', send);
  };
  send();
}

describe('what a server can do', () => {
  const ADVERTISEMENT = 'application/x-git-upload-pack-advertisement';

  test('an endless answer ends at the limit of bytes', async () => {
    intercept = (_request, response) => {
      response.writeHead(200, { 'content-type': ADVERTISEMENT });
      sendForever(
        response,
        Buffer.from('003e00000000000000000000000000000000000000000000 refs/heads/abc\n'.repeat(1000)),
      );
      return true;
    };
    expect(['TOO_LARGE', 'NOT_A_REPOSITORY']).toContain(await failureOf(pullTree(server.url('endless'))));
    await expectNothingLeft();
  });

  test('a small answer that unfolds to gigabytes ends at the limit of memory', async () => {
    // A megabyte of zeros that refers to nothing before it: repeated forever, it is a valid stream.
    const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
    intercept = (_request, response) => {
      response.writeHead(200, { 'content-type': ADVERTISEMENT, 'content-encoding': 'deflate' });
      sendForever(response, Buffer.concat(Array.from({ length: 20 }, () => block)));
      return true;
    };
    const startedAt = performance.now();
    expect(await failureOf(pullTree(server.url('gzip')))).not.toBe('none');
    expect(performance.now() - startedAt).toBeLessThan(LIMITS.timeoutMs);
    await expectNothingLeft();
  });

  test('a remote that has no history itself is pulled again and again with few processes', async () => {
    const whole = await server.createRepository('whole');
    const shallow = await server.createRepository('shallow');
    for (let round = 0; round < 3; round += 1) {
      await commitFiles(whole, { [`a/b/c${round}.js`]: 'x' });
      const tip = await commitFiles(whole, { 'a/b/changed.js': String(round) });
      await execGit(shallow, 'fetch', '-q', '--depth=1', `file://${whole}`, '+main:main');
      server.requests.length = 0;
      await using remote = await makeGit().open('domain', connection(server.url('shallow')), {
        signal: never,
      });
      const tree = await remote.fetchTree({ branch: 'main' }, { signal: never });
      const { commits, files } = await findLastCommits(remote, tree, { signal: never });
      expect(commits.map(({ commitSha }) => commitSha)).toEqual([tip]);
      expect(files.size).toBe(round + 2);
      // Every process that speaks with a remote begins like this, and again with the password.
      const beginnings = server.requests.filter((line) => line.includes('/info/refs'));
      expect(beginnings.length).toBeLessThanOrEqual(2 * 2);
    }
    await expectNothingLeft();
  });

  test('silence ends after the idle limit, slow drops after the whole one', async () => {
    // Three at the same time, since each only waits.
    intercept = ({ url = '', headers }, response) => {
      if (!url.startsWith('/slow')) {
        // Also on the connection that asked for the password before.
        return url.startsWith('/silent') || headers.authorization !== undefined;
      }
      response.writeHead(200, { 'content-type': ADVERTISEMENT });
      const drop = setInterval(() => response.write('0'), 200);
      response.once('close', () => clearInterval(drop));
      return true;
    };
    const git = makeGit({ limits: { ...LIMITS, timeoutMs: 3_000 } });
    const startedAt = performance.now();
    const [silent, asking, slow] = await Promise.all([
      failureOf(pullTree(server.url('silent'))),
      failureOf(pullTree(server.url('asking'))),
      failureOf(pullTree(server.url('slow'), { git })),
    ]);
    expect([silent, asking]).toEqual(['TIMEOUT', 'TIMEOUT']);
    expect(['TIMEOUT', 'NOT_A_REPOSITORY']).toContain(slow);
    expect(performance.now() - startedAt).toBeLessThan(LIMITS.timeoutMs / 2);
    await expectNothingLeft();
  });

  test('when the server itself is killed, its git processes end with it', async () => {
    if (process.platform !== 'linux') return;
    intercept = () => true;
    const child = spawn(process.execPath, [HANGING_PULL, server.url('silent'), cacheFolder], {
      stdio: 'inherit',
    });
    const running = () => listGitProcesses(cacheFolder).then(({ length }) => length);
    await expect.poll(running, { timeout: 15_000 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await expect.poll(running, { timeout: 10_000 }).toBe(0);
    // The next pull of the same remote tidies up after the dead one.
    const folder = await server.createRepository('silent');
    await commitFiles(folder, { 'a/b/c.js': 'x' });
    intercept = () => false;
    expect((await pullTree(server.url('silent'))).entries.length).toBe(1);
    await expectNothingLeft();
  });

  test('cancel ends every process at once and leaves nothing', async () => {
    intercept = () => true;
    const cancel = new AbortController();
    const pulling = failureOf(pullTree(server.url('silent'), { signal: cancel.signal }));
    await expect
      .poll(() => listGitProcesses(cacheFolder).then(({ length }) => length), { timeout: 20_000 })
      .toBeGreaterThan(0);
    const startedAt = performance.now();
    cancel.abort();
    expect(await pulling).toBe('CANCELED');
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await expectNothingLeft();
  });
});
