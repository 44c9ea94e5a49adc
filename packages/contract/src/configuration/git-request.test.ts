import { describe, expect, test } from 'vitest';
import { filesOfFolders, toFileRef, toFolders, toRemoteFileBody, toSourceFileBody } from './file-ref.ts';
import { BranchName, GitRequest } from './git-request.ts';

const full = { username: 'ada', password: ' secret ', gitUrl: ' https://example.com/x.git ' };

describe('a git request', () => {
  test('needs username, password and address, each with the same message', () => {
    for (const given of [{}, { username: '  ', password: '', gitUrl: '' }]) {
      const parsed = GitRequest.safeParse(given);
      const issues = parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]);
      expect(issues).toEqual(
        ['gitUrl', 'username', 'password'].map((field) => [
          field,
          'Please provide values in required fields.',
        ]),
      );
    }
  });

  test('names a connection, or has credentials of its own, not both', () => {
    const connectionId = '0199d2a0-0000-7000-8000-000000000000';
    expect(GitRequest.parse({ connectionId, gitUrl: null, username: null, password: null })).toMatchObject({
      connectionId,
    });
    for (const more of [
      full,
      { username: 'ada' },
      { password: 'x' },
      { gitUrl: 'https://example.com/x.git' },
    ]) {
      const issues = GitRequest.safeParse({ connectionId, ...more }).error?.issues;
      expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
        ['connectionId', 'Give either a connection, or an address with username and password; not both.'],
      ]);
    }
  });

  test('takes empty optional inputs as not given, and never touches the password', () => {
    expect(GitRequest.parse({ ...full, branch: ' ', commitSha: '', commitMessage: '' })).toEqual({
      username: 'ada',
      password: ' secret ',
      gitUrl: 'https://example.com/x.git',
      branch: undefined,
      commitSha: undefined,
      commitMessage: undefined,
    });
  });

  test('reads a commit in any case, full or shortened', () => {
    expect(GitRequest.parse({ ...full, commitSha: ' ABCDEF1 ' }).commitSha).toBe('abcdef1');
    for (const commitSha of ['abc', 'HEAD', '--all', 'g'.repeat(40)]) {
      expect(GitRequest.safeParse({ ...full, commitSha }).success).toBe(false);
    }
  });
});

describe('a branch name', () => {
  test.each(['main', 'feature/x', 'release-1.2', 'user@host', 'ünïcode', 'a.b'])('%s is one', (name) => {
    expect(BranchName.safeParse(name).success).toBe(true);
  });

  test.each([
    '',
    '-x',
    '--upload-pack=x',
    '.hidden',
    'a..b',
    'a/.b',
    'a//b',
    '/a',
    'a/',
    'a.',
    'a.lock',
    'a.lock/b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    'a@{1}',
    '@',
    'a\nb',
  ])('%j is none', (name) => {
    expect(BranchName.safeParse(name).success).toBe(false);
  });
});

test("a file's place survives the several names of the wire", () => {
  const place = { serviceId: 'content', folderPath: 'a/b', name: 'c.js' };
  expect(toFileRef({ serviceId: 'content', ...toSourceFileBody(place) })).toEqual(place);
  expect(toFileRef(toRemoteFileBody('uuid', place))).toEqual(place);
  expect(() => toFileRef({ serviceId: 'content', name: 'c.js' })).toThrow(TypeError);
  const files = [
    { folderPath: 'a', name: 'c.js', action: 'delete' },
    { folderPath: 'a/b', name: 'c.js', action: 'local' },
    { folderPath: 'a', name: 'd.js', action: 'local' },
  ];
  const folders = toFolders(files, ({ name, action }) => ({ name, action }));
  expect(folders.map((folder) => [folder.name, folder.files.length])).toEqual([
    ['a', 2],
    ['a/b', 1],
  ]);
  expect(filesOfFolders(folders)).toEqual([files[0], files[2], files[1]]);
});
