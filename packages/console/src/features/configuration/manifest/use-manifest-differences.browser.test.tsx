import { listBases } from '@atrium/contract/configuration/bases';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { Pull } from '@atrium/contract/configuration/pull';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { DifferencesLine } from './DifferencesLine.tsx';
import { useManifestDifferences } from './use-manifest-differences.ts';

const uuid = '0190f2c4-7a10-7000-8000-000000000000';
const metadata = { ...exportMetadata, path: `/services/shop${exportMetadata.path}` } as const;
const time = '2026-11-26T12:00:00.000Z';

const foldersOf = (files: Record<string, string>) => {
  const listed = Object.entries(files).map(([filePath, checksum]): ManifestFile => {
    const [folderPath = '', name = ''] = filePath.split('/');
    return {
      name,
      folderPath,
      filePath,
      checksum: checksum.repeat(40),
      commitSha: null,
      lastModified: null,
      breadcrumb: [],
    };
  });
  return [...Map.groupBy(listed, ({ folderPath }) => folderPath)].map(([name, each]) => ({
    name,
    files: each,
  }));
};

function Line({ pull }: { pull: Pull }) {
  const { differences, isComparing } = useManifestDifferences(pull);
  const types = [...(differences.get('shop')?.types ?? [])].map(([path, type]) => `${path} ${type}`);
  return (
    <>
      <DifferencesLine pull={pull} differences={differences} />
      <output>{`Types: ${types.join()}`}</output>
      <output>{isComparing ? 'Comparing' : 'Compared'}</output>
    </>
  );
}

it('counts neither metadata that the comparison hides nor a file that moved and was edited as new', async () => {
  const local = foldersOf({ 'a/one.meta.js': '1', 'a/one.js': '2', 'a/here.js': '3' });
  const live = local.map((folder) => ({
    ...folder,
    files: folder.files.map((file) => ({ ...file, lastModified: time })),
  }));
  answer(metadata, () => ({ version: 3, folders: live, defaultActions: {} }));
  answer(listBases, () => ({ services: {} }));
  answer(examineFiles, () => ({
    moved: [{ from: 'a/here.js', to: 'b/there.js' }],
    same: ['a/one.meta.js'],
    files: {},
    unexaminedCount: 0,
  }));
  const pull: Pull = {
    uuid,
    branch: 'main',
    commitSha: 'a'.repeat(40),
    gitUrl: 'https://git.example.com/shop.git',
    pulledOn: time,
    expiresOn: time,
    services: [
      {
        serviceId: 'shop',
        serviceName: 'Shop',
        folders: foldersOf({ 'a/one.meta.js': '4', 'a/one.js': '2', 'b/there.js': '5' }),
        ignoredPaths: [],
        confirmedVersion: null,
      },
    ],
    ignored: [],
    lastCommits: 'COMPLETE',
  };
  const screen = await draw(<Line pull={pull} />);
  await expect.element(screen.getByText('Types: b/there.js MOVED', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText('1 of 3 files differs from the live ones.', { exact: true }))
    .toBeVisible();
});

it('does not wait for a service whose live files cannot be read', async () => {
  answer(listBases, () => ({ services: {} }));
  const read = Promise.withResolvers<void>();
  answer(metadata, async () => {
    await read.promise;
    return refusal(404, 'There is no such service.');
  });
  const pull: Pull = {
    uuid: crypto.randomUUID(),
    branch: 'main',
    commitSha: 'a'.repeat(40),
    gitUrl: 'https://git.example.com/shop.git',
    pulledOn: time,
    expiresOn: time,
    services: [
      {
        serviceId: 'shop',
        serviceName: 'Shop',
        folders: foldersOf({ 'a/one.js': '2' }),
        ignoredPaths: [],
        confirmedVersion: null,
      },
    ],
    ignored: [],
    lastCommits: 'COMPLETE',
  };
  const screen = await draw(<Line pull={pull} />);
  await expect.element(screen.getByText('Comparing')).toBeVisible();
  read.resolve();
  await expect.element(screen.getByText('Compared')).toBeVisible();
});
