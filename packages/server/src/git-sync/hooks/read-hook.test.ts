import { expect, test } from 'vitest';
import { readHook } from './read-hook.ts';

const COMMIT = 'c2af2f6f1e'.padEnd(40, '0');
const read = (headers: Record<string, string>, payload: object) =>
  readHook(headers, Buffer.from(JSON.stringify(payload)));

const own = { full_name: 'acme/shop' };
const pullRequest = (action: string, head: object = own) => ({
  action,
  number: 12,
  pull_request: {
    number: 12,
    title: 'Add more',
    state: 'open',
    head: { ref: 'add-more', sha: COMMIT, repo: head },
    base: { ref: 'main', sha: '1'.repeat(40), repo: own },
  },
  repository: own,
});
const mergeRequest = (action: string, source = 5) => ({
  object_kind: 'merge_request',
  object_attributes: {
    id: 900,
    iid: 12,
    title: 'Add more',
    action,
    source_branch: 'add-more',
    target_branch: 'main',
    source_project_id: source,
    target_project_id: 5,
    source: { path_with_namespace: source === 5 ? 'acme/shop' : 'eve/shop' },
    last_commit: { id: COMMIT, message: 'Add more' },
  },
});
const side = (name: string, repository: object = own) => ({
  branch: { name },
  commit: { hash: COMMIT },
  repository,
});
const bitbucket = (source: object = own) => ({
  pullrequest: {
    id: 12,
    title: 'Add more',
    source: side('add-more', source),
    destination: side('main'),
  },
});

const REQUEST = {
  kind: 'request',
  number: 12,
  title: 'Add more',
  branch: 'add-more',
  commitSha: COMMIT,
  into: 'main',
  fork: null,
};

test.each([
  ['GitHub', { 'x-github-event': 'pull_request' }, pullRequest('synchronize')],
  ['Gitea', { 'x-gitea-event': 'pull_request_sync' }, pullRequest('synchronized')],
  ['GitLab', { 'x-gitlab-event': 'Merge Request Hook' }, mergeRequest('open')],
  ['Bitbucket', { 'x-event-key': 'pullrequest:created' }, bitbucket()],
])('a request that %s reports is read', (_host, headers, payload) => {
  expect(read(headers, payload)).toEqual([REQUEST]);
});

test.each([
  ['GitHub', { 'x-github-event': 'pull_request' }, pullRequest('opened', { full_name: 'eve/shop' })],
  ['GitLab', { 'x-gitlab-event': 'Merge Request Hook' }, mergeRequest('open', 6)],
  ['Bitbucket', { 'x-event-key': 'pullrequest:updated' }, bitbucket({ full_name: 'eve/shop' })],
])('a request from a fork at %s is known as one', (_host, headers, payload) => {
  expect(read(headers, payload)).toEqual([{ ...REQUEST, fork: 'eve/shop' }]);
});

test('a fork that was deleted is still a fork', () => {
  const payload = pullRequest('opened');
  Object.assign(payload.pull_request.head, { repo: null });
  expect(read({ 'x-github-event': 'pull_request' }, payload)).toMatchObject([{ fork: '' }]);
});

test.each([
  ['closed', pullRequest('closed')],
  ['no number', { ...pullRequest('opened'), pull_request: {} }],
  [
    'a commit that is none',
    { ...mergeRequest('open'), object_attributes: { last_commit: { id: '--upload' } } },
  ],
])('a request with %s starts nothing', (_what, payload) => {
  expect(read({ 'x-github-event': 'pull_request' }, payload)).toEqual([
    { kind: 'other', event: 'pull_request' },
  ]);
});
