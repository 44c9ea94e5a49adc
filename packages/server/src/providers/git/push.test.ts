import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, startGitServer } from '../../../test/git-server.ts';
import { createGit, type Git } from './git.ts';
import { gitLimits } from './git-limits.ts';
import type { PushRequest } from './push.ts';

vi.setConfig({ testTimeout: 60_000 });

const work = { signal: new AbortController().signal };

/** Status with which the host responds to a push; 200 takes the push, but responds with 504. */
let statusOfPush: number | undefined;

let server: GitServer;
let cacheFolder: string;
let git: Git;

/** Whether the host understands protocol v0 only. */
let isOld = false;

beforeAll(async () => {
  server = await startGitServer((request, response) => {
    const { method, url = '' } = request;
    if (isOld) delete request.headers['git-protocol'];
    if (statusOfPush === undefined || method !== 'POST' || !url.endsWith('git-receive-pack')) return false;
    if (statusOfPush === 200) {
      const { writeHead } = response;
      response.writeHead = () => writeHead.call(response, 504, { connection: 'close' });
      response.write = () => true;
      return false;
    }
    request.resume();
    response.writeHead(statusOfPush, { 'content-type': 'text/html', connection: 'close' });
    response.end(`<h1>${statusOfPush}</h1>`);
    return true;
  });
  cacheFolder = await mkdtemp(join(tmpdir(), 'git-cache-'));
  git = createGit({ cacheFolder, allowPrivate: true, limits: gitLimits, maxCacheBytes: Infinity });
});

afterAll(async () => {
  git.close();
  await server[Symbol.asyncDispose]();
  await rm(cacheFolder, { recursive: true, force: true });
});

/** Pushes one file on top of `main`. */
async function pushTo(name: string, more: Partial<PushRequest> = {}): Promise<string> {
  const connection = { gitUrl: server.url(name), username: GIT_USERNAME, password: GIT_PASSWORD };
  await using remote = await git.open('domain-1', connection, work);
  const { commitSha: parent } = await remote.fetchTree({ branch: 'main' }, work);
  const request: PushRequest = {
    parent,
    branch: 'main',
    isNewBranch: false,
    author: { name: 'Ada Lovelace', email: 'ada@example.com' },
    at: new Date('2026-11-21T10:00:00Z'),
    message: 'Configuration',
    changes: new Map([['s/f/a.js', { mode: '100644', content: 'new\n' }]]),
    ...more,
  };
  return await remote.pushCommit(request, work);
}

const refusalOf = (name: string, more: Partial<PushRequest> = {}) =>
  pushTo(name, more).then(
    () => 'no error',
    (error: { failure: string; message: string }) => `${error.failure}: ${error.message}`,
  );

async function repositoryWithHook(name: string, hook: string, kind = 'pre-receive'): Promise<string> {
  const folder = await server.createRepository(name);
  await commitFiles(folder, { 's/f/a.js': 'old\n' });
  await mkdir(join(folder, 'hooks'), { recursive: true });
  await writeFile(join(folder, 'hooks', kind), `#!/bin/sh\n${hook}\n`);
  await chmod(join(folder, 'hooks', kind), 0o755);
  return folder;
}

describe('a refused push tells the reason of the git host', () => {
  test.each([
    [
      'framed',
      `printf '\\n=====\\n\\nERROR: You are not allowed to push code to protected branches on this project.\\n\\n=====\\n\\n'`,
      'You are not allowed to push code to protected branches on this project.',
    ],
    [
      'two-lines',
      'echo "error: GH006: Protected branch update failed for refs/heads/main."; echo "error: Changes must be made through a pull request."',
      'GH006: Protected branch update failed for refs/heads/main. Changes must be made through a pull request.',
    ],
    [
      'color',
      `printf '\\033[31mPOLICY\\033[0m: the message must start with a ticket like ABC-123\\n'`,
      'POLICY: the message must start with a ticket like ABC-123.',
    ],
    ['silent', ':', undefined],
  ])('of a hook: %s', async (name, hook, message) => {
    await repositoryWithHook(name, `{ ${hook}; } >&2\nexit 1`);
    const reason =
      message === undefined ? 'pre-receive hook declined.' : `pre-receive hook declined: ${message}`;
    expect(await refusalOf(name)).toBe(`PUSH_REFUSED: The git host refused the push: ${reason}`);
  });

  test('of a branch whose name is in the way', async () => {
    const folder = await server.createRepository('in-the-way');
    await commitFiles(folder, { 's/f/a.js': 'old\n' });
    for (const branch of ['feature', 'release/1.0']) await execGit(folder, 'branch', branch, 'main');
    for (const [branch, other] of [
      ['feature/x', 'feature'],
      ['release', 'release/1.0'],
    ] as const) {
      expect(await refusalOf('in-the-way', { branch, isNewBranch: true })).toBe(
        `PUSH_REFUSED: The repository has a branch "${other}", so that none can be named "${branch}". Choose another name.`,
      );
    }
  });

  test('of a branch that changed while it was pushed to, and of one that cannot be locked', async () => {
    const moves = 'read old new ref; unset GIT_QUARANTINE_PATH; git update-ref "$ref" "$old^"';
    const folder = await repositoryWithHook('race', `${moves}`);
    await commitFiles(folder, { 's/f/b.js': 'second\n' });
    expect(await refusalOf('race')).toBe(
      'REMOTE_MOVED: The branch changed in the meantime. Pull, merge and push again.',
    );
    const locked = await repositoryWithHook('locked', 'touch refs/heads/main.lock');
    expect(await refusalOf('locked')).toMatch(
      /^PUSH_REFUSED: The git host refused the push: failed to update ref: cannot lock ref .*File exists/,
    );
    expect(await execGit(locked, 'show', 'main:s/f/a.js')).toBe('old\n');
  });

  test.each([
    [
      413,
      'PUSH_REFUSED: The git host refused the push: it is too large for the host or a proxy before it (413). Sending it again does not help: push fewer services at once, or have the limit raised.',
    ],
    [
      400,
      'PUSH_REFUSED: The git host refused the push: the host or a proxy before it responded with 400 (Bad Request).',
    ],
    [
      411,
      'PUSH_REFUSED: The git host refused the push: the host or a proxy before it responded with 411 (Length Required).',
    ],
    [
      404,
      'NOT_FOUND: The git host accepts no push at this address (404), although the repository can be read there. Check that the user may push to it.',
    ],
    [403, 'ACCESS_DENIED: The git host does not allow this user to use the repository.'],
    ...[500, 502, 504].map((status): [number, string] => [
      status,
      `ANSWER_LOST: The connection broke with ${status} (${{ 500: 'Internal Server Error', 502: 'Bad Gateway', 504: 'Gateway Timeout' }[status]}) before the git host took the push: the branch "main" is as it was. Please push again.`,
    ]),
  ])('by its status %i', async (status, message) => {
    const name = `status-${status}`;
    await commitFiles(await server.createRepository(name), { 's/f/a.js': 'old\n' });
    statusOfPush = status;
    try {
      expect(await refusalOf(name)).toBe(message);
    } finally {
      statusOfPush = undefined;
    }
  });
});

test('a push that the host took counts, though a proxy responded with 504', async () => {
  const folder = await server.createRepository('taken');
  await commitFiles(folder, { 's/f/a.js': 'old\n' });
  statusOfPush = 200;
  try {
    const commitSha = await pushTo('taken');
    expect(await execGit(folder, 'rev-parse', 'main')).toBe(`${commitSha}\n`);
  } finally {
    statusOfPush = undefined;
  }
});

test.each([true, false])(
  'pulls from and pushes to a host with protocol v0 (filters: %s)',
  async (withFilters) => {
    const name = `old-${withFilters}`;
    const folder = await server.createRepository(name, { withFilters });
    const lines = 'a line\n'.repeat(1000);
    await commitFiles(folder, { 's/f/a.js': lines, 's/f/b.js': 'b' });
    isOld = true;
    try {
      const connection = { gitUrl: server.url(name), username: GIT_USERNAME, password: GIT_PASSWORD };
      const changes: PushRequest['changes'] = new Map([
        ['s/f/a.js', { mode: '100644', content: `${lines}more` }],
      ]);
      const commitSha = await pushTo(name, { changes });
      const branch = await pushTo(name, { changes: new Map(), branch: 'other', isNewBranch: true });
      expect(await execGit(folder, 'rev-parse', 'main', 'other')).toBe(`${commitSha}\n${branch}\n`);
      await using remote = await git.open('domain-2', connection, work);
      const tree = await remote.fetchTree({ branch: 'main' }, work);
      const read: string[] = [];
      const ids = tree.entries.map(({ blobId }) => blobId);
      for await (const slice of remote.readContents(tree, [ids], work))
        read.push(...[...slice.values()].map(String));
      expect(read.toSorted()).toEqual([`${lines}more`, 'b'].toSorted());
    } finally {
      isOld = false;
    }
  },
);
