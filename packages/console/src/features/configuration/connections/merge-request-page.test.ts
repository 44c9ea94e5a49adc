import { expect, test } from 'vitest';
import { mergeRequestPage, pageOfRequest, plainRepositoryUrl } from './merge-request-page.ts';

test.each([
  ['https://github.com/team/shop.git', 'https://github.com/team/shop/pull/new/feature/mine%231'],
  [
    'https://gitlab.com/group/team/shop.git',
    'https://gitlab.com/group/team/shop/-/merge_requests/new?merge_request%5Bsource_branch%5D=feature%2Fmine%231',
  ],
  [
    'https://gitlab.example.com:8443/team/shop/',
    'https://gitlab.example.com:8443/team/shop/-/merge_requests/new?merge_request%5Bsource_branch%5D=feature%2Fmine%231',
  ],
  [
    'https://bitbucket.org/team/shop.git',
    'https://bitbucket.org/team/shop/pull-requests/new?source=feature%2Fmine%231',
  ],
  ['git@github.com:team/shop.git', 'https://github.com/team/shop/pull/new/feature/mine%231'],
  ['ssh://git@github.com:22/team/shop.git', 'https://github.com/team/shop/pull/new/feature/mine%231'],
  ['https://gitea.com/team/shop', 'https://gitea.com/team/shop/compare/feature/mine%231'],
])('%s is known by its address', (gitUrl, url) => {
  expect(mergeRequestPage(gitUrl, 'feature/mine#1')?.url).toBe(url);
});

test.each([
  'https://git.example.com/team/shop.git',
  'https://notgithub.com/team/shop.git',
  'https://bitbucket.example.com/scm/team/shop.git',
  'https://dev.azure.com/team/shop/_git/shop',
  'http://github.com/team/shop.git',
  'https://github.com/shop.git',
  'github.com/team/shop',
])('nothing is invented for %s', (gitUrl) => {
  expect(mergeRequestPage(gitUrl, 'main')).toBeUndefined();
});

test.each([
  ['GITHUB', 'https://git.example.com/team/shop/pull/12'],
  ['GITLAB', 'https://git.example.com/team/shop/-/merge_requests/12'],
  ['GITEA', 'https://git.example.com/team/shop/pulls/12'],
  ['BITBUCKET', 'https://git.example.com/team/shop/pull-requests/12'],
] as const)('a request at %s has its page', (kind, url) => {
  expect(pageOfRequest('https://git.example.com/team/shop.git', kind, 12)).toBe(url);
  expect(pageOfRequest('git@git.example.com:team/shop.git', kind, 12)).toBeUndefined();
});

test('an address to copy signs no one in', () => {
  expect(plainRepositoryUrl(' https://ada:secret@git.example.com/team/shop.git ')).toBe(
    'https://git.example.com/team/shop.git',
  );
  expect(plainRepositoryUrl('https://git.example.com/team/shop.git')).toBe(
    'https://git.example.com/team/shop.git',
  );
});
