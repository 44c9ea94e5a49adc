import { getLastCommits, Pull } from '@atrium/contract/configuration/pull';
import { expect, test } from 'vitest';
import { writeLastCommits } from './last-commits-answer.ts';
import type { RemoteFile } from './manifest.ts';
import type { PullWithFiles } from './pull.repository.ts';
import { answerPull, writePull } from './pull-answer.ts';

/** Looks like the places where lists are put in. */
const TRAP = '"folders":[],"files":[],"files":{}';
const DAY = '2026-11-22T06:00:00.000Z';
const checksum = 'a'.repeat(40);

const files = [
  ...Array.from({ length: 2500 }, (_, index): RemoteFile => fileAt('many/here', `file${index}.js`)),
  fileAt(`odd ${TRAP}`, 'one.js'),
];
const paths = files.map(({ folderPath, name }) => `${folderPath}/${name}`);
const lastCommits = {
  commits: [{ commitSha: 'c0ffee', lastModified: DAY, author: TRAP, message: TRAP }],
  files: { first: Object.fromEntries(paths.map((path) => [path, 0])), second: {} },
};

function fileAt(folderPath: string, name: string): RemoteFile {
  return { folderPath, name, checksum };
}

test('writes a pull in small pieces, which together are what its schema says', () => {
  const pieces = [...writePull(answerPull(pullOf(files), new Map([['second', 7]])))];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);

  const answer = JSON.parse(pieces.join(''));
  expect(Pull.encode(answer)).toEqual(answer);
  const [first, second, third] = answer.services;
  expect(first.folders.map(({ name }: { name: string }) => name)).toEqual(['many/here', `odd ${TRAP}`]);
  const written = first.folders.flatMap((folder: { files: { filePath: string }[] }) => folder.files);
  expect(written.map(({ filePath }: { filePath: string }) => filePath)).toEqual(paths);
  expect(written[0]).toEqual({
    ...files[0],
    filePath: paths[0],
    commitSha: 'c0ffee',
    lastModified: DAY,
    breadcrumb: ['many', 'here'],
  });
  expect(second).toMatchObject({ serviceName: TRAP, folders: [], confirmedVersion: 7 });
  expect(third.folders[0].files[0]).toMatchObject({ commitSha: null, lastModified: null });
});

test('refuses to write what the schema does not allow', () => {
  const wrong = pullOf([{ ...fileAt('a', 'b.js'), checksum: 7 as unknown as string }]);
  expect(() => [...writePull(answerPull(wrong, new Map()))]).toThrow('checksum');
  const odd = { ...lastCommits, files: { first: { 'a/b.js': 'x' as unknown as number } } };
  expect(() => [...writeLastCommits({ ...states, ...odd })]).toThrow('a/b.js');
});

test('writes last commits in small pieces', () => {
  const pieces = [...writeLastCommits({ ...states, ...lastCommits })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
  const answer = JSON.parse(pieces.join(''));
  expect(answer).toEqual({ ...states, ...lastCommits });
  expect(getLastCommits.response.encode(answer)).toEqual(answer);
});

const states = {
  ...{ state: 'COMPLETE' as const, contents: 'COMPLETE' as const, contentsError: null },
  unreadable: {},
};

function pullOf(ofFirst: RemoteFile[]): PullWithFiles {
  const service = (serviceId: string, serviceName: string, its: RemoteFile[]) => {
    return { serviceId, serviceName, localVersion: 1, files: its };
  };
  const at = new Date(DAY);
  return {
    ...{ id: 'pull', domainId: 'domain', userId: 'user', gitUrl: `https://host/${TRAP}`, branch: TRAP },
    ...{ commitSha: 'c0ffee', createdOn: at, expiresOn: at, touchedOn: at, ignored: [], unreadable: {} },
    ...{ contentsState: 'COMPLETE', contentsError: null, lastCommitsState: 'COMPLETE', lastCommits },
    services: [
      service('first', 'First', ofFirst),
      service('second', TRAP, []),
      service('third', 'Third', [fileAt('a', 'b.js')]),
    ],
  };
}
