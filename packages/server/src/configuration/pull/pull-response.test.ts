import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { Pull } from '@atrium/contract/configuration/pull';
import { takeSteps } from '@atrium/host/event-loop';
import { expect, test } from 'vitest';
import type { LastCommits } from '../../providers/git/reading/history.ts';
import { toPieces } from '../compressed-pieces.ts';
import { writeLastCommits } from './last-commits-response.ts';
import type { RemoteFile, RemoteService } from './manifest.ts';
import type { StoredPull } from './pull.repository.ts';
import { toPullResponse, writePull } from './pull-response.ts';
import { toStoredLastCommits } from './stored-last-commits.ts';
import { readManifest, toFilePieces, toStoredManifest } from './stored-manifest.ts';

/** Looks like the places where lists are put in. */
const TRAP = '"folders":[],"files":[],"files":{}';
const DAY = '2026-11-22T06:00:00.000Z';
const checksum = 'a'.repeat(40);

const files = [
  ...Array.from({ length: 2500 }, (_, index): RemoteFile => fileAt('many/here', `file${index}.js`)),
  fileAt(`odd ${TRAP}`, 'one.js'),
];
const paths = files.map(({ folderPath, name }) => `${folderPath}/${name}`);
const UNLISTED = 'many/here/file1700.js';
const listed = paths.filter((path) => path !== UNLISTED);
const found: LastCommits = {
  commits: [{ commitSha: 'c0ffee', committedOn: new Date(DAY), author: TRAP, message: TRAP }],
  files: new Map(listed.map((path) => [`first/${path}`, 0])),
};
const lastCommits = {
  commits: [{ commitSha: 'c0ffee', lastModified: DAY, author: TRAP, message: TRAP }],
  files: { first: Object.fromEntries(listed.map((path) => [path, 0])), third: {} },
};

function fileAt(folderPath: string, name: string): RemoteFile {
  return { folderPath, name, checksum };
}

test('writes a pull that is stored in pieces in small pieces, as its schema says', () => {
  const pieces = [...writePull(toPullResponse(pullOf(files), new Map([['second', 7]])))];
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
  const untold = written.filter(({ commitSha }: { commitSha: string | null }) => commitSha === null);
  expect(untold).toMatchObject([{ filePath: UNLISTED }]);
  expect(second).toMatchObject({ serviceName: TRAP, folders: [], confirmedVersion: 7 });
  expect(third.folders[0].files[0]).toMatchObject({ commitSha: null, lastModified: null });
});

test('brings the files of a folder together that stand apart in the tree', () => {
  const apart = ['a/x.js', 'a/b/y.js', 'a/z.js'].map((path) =>
    fileAt(path.slice(0, path.lastIndexOf('/')), path.slice(-4)),
  );
  const answer = JSON.parse([...writePull(toPullResponse(pullOf(apart), new Map()))].join(''));
  const [first] = answer.services;
  expect(
    first.folders.map(({ name, files: its }: { name: string; files: unknown[] }) => [name, its.length]),
  ).toEqual([
    ['a', 2],
    ['a/b', 1],
  ]);
});

test('a manifest that is stored in pieces is read as it was', async () => {
  const { manifest } = pullOf(files);
  expect((await takeSteps(readManifest(manifest)))[0]).toEqual({
    ...service('first', 'First', files),
    localVersion: 1,
  });
});

test('refuses to write what the schema does not allow', () => {
  const wrong = pullOf([{ ...fileAt('a', 'b.js'), checksum: 7 as unknown as string }]);
  expect(() => [...writePull(toPullResponse(wrong, new Map()))]).toThrow('checksum');
  const odd = { ...wrong, lastCommits: toPieces([{ commits: [], indexes: ['x'] }]) };
  expect(() => [...writeLastCommits({ head, stored: odd })]).toThrow('a/b.js');
});

test('writes last commits that are stored in pieces in small pieces', () => {
  const pieces = [...writeLastCommits({ head, stored: pullOf(files) })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
  const answer = JSON.parse(pieces.join(''));
  expect(answer).toEqual({ ...head, ...lastCommits });
  expect(getLastCommits.response.encode(answer)).toEqual(answer);
});

test('writes that last commits are not known', () => {
  expect(JSON.parse([...writeLastCommits({ head, stored: undefined })].join(''))).toEqual(head);
});

const head = {
  state: 'COMPLETE' as const,
  contents: 'COMPLETE' as const,
  contentsError: null,
  unreadable: {},
  commits: [],
  files: {},
};

function service(serviceId: string, serviceName: string, its: RemoteFile[]): RemoteService {
  return { serviceId, serviceName, localVersion: 1, files: its, ignoredPaths: [] };
}

function pullOf(ofFirst: RemoteFile[]): StoredPull {
  const services = [
    service('first', 'First', ofFirst),
    service('second', TRAP, []),
    service('third', 'Third', [fileAt('a', 'b.js')]),
  ];
  const at = new Date(DAY);
  const heads = services.map((each) => ({ ...each, files: [] }));
  const pieces = toFilePieces(services);
  return {
    id: 'pull',
    domainId: 'domain',
    userId: 'user',
    gitUrl: `https://host/${TRAP}`,
    branch: TRAP,
    commitSha: 'c0ffee',
    createdOn: at,
    expiresOn: at,
    touchedOn: at,
    ignored: [],
    unreadable: {},
    contentsState: 'COMPLETE',
    contentsError: null,
    lastCommitsState: 'COMPLETE',
    manifest: toStoredManifest(heads, pieces),
    lastCommits: toStoredLastCommits(found, pieces),
  };
}
