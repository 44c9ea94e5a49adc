import { listBases } from '@atrium/contract/configuration/bases';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import type { Pull } from '@atrium/contract/configuration/pull';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { choicesOf, noChoices } from '../decisions/diff-choices.ts';
import { confirmedService } from '../submit/confirm-payload.ts';
import { basesQuery, localMetadataQuery } from './comparison.queries.ts';
import { useServiceDiffs } from './service-diffs.ts';

const uuid = '0190f2c4-7a10-7000-8000-000000000000';
const metadata = { ...exportMetadata, path: `/services/shop${exportMetadata.path}` } as const;
/** Id of a later exchange. */
const later = '0190f2c4-7a10-7000-8000-000000000001';
const time = '2026-11-26T12:00:00.000Z';

const foldersOf = (checksum: string) => {
  const place = { folderPath: 'functions', name: 'greet.js', filePath: 'functions/greet.js' };
  return [
    {
      name: 'functions',
      files: [
        { ...place, checksum: checksum.repeat(40), commitSha: null, lastModified: time, breadcrumb: [] },
      ],
    },
  ];
};
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
      folders: foldersOf('a'),
      ignoredPaths: [],
      confirmedVersion: null,
    },
  ],
  ignored: [],
  lastCommits: 'COMPLETE',
};
const newer = { commitSha: 'b'.repeat(40), direction: 'PULL' as const, exchangedOn: time, user: 'ada' };

function live(version: number, isNewer: boolean) {
  answer(metadata, () => ({ version, folders: foldersOf(String(version)), defaultActions: {} }));
  const exchange = isNewer ? later : uuid;
  const base = { exchange, changed: {}, added: [], kept: [], ...(isNewer && { newer }) };
  answer(listBases, () => ({ services: { shop: base } }));
}

function Diffs() {
  const [diff] = useServiceDiffs(pull, {}, false);
  const { local, newer: found } = diff ?? {};
  const { exchange } = diff ? confirmedService(diff, 1, choicesOf(noChoices, 'shop')) : {};
  return (
    <>
      <p>{`Version ${local?.version}, ${found ? 'a newer commit is live' : 'none is newer'}`}</p>
      <p>{`Submitted as compared with ${exchange}`}</p>
    </>
  );
}

async function drawDiffs() {
  const history = {
    state: 'COMPLETE' as const,
    contents: 'COMPLETE' as const,
    contentsError: null,
    unreadable: {},
  };
  answer(getLastCommits, () => ({ ...history, commits: [], files: {} }));
  answer(examineFiles, () => ({ moved: [], same: [], files: {}, unexaminedCount: 0 }));
  live(1, false);
  const screen = await draw(<Diffs />);
  await expect.element(screen.getByText('Version 1, none is newer')).toBeVisible();
  return screen;
}

it("knows with a colleague's version that it came from a newer commit", async () => {
  const { client, ...screen } = await drawDiffs();
  live(2, true);
  await client.refetchQueries({ queryKey: localMetadataQuery('shop').queryKey });
  await expect.element(screen.getByText('Version 2, a newer commit is live')).toBeVisible();
});

it('finds what was exchanged without a new version, such as by a push, when someone returns later', async () => {
  const { client, ...screen } = await drawDiffs();
  live(1, true);
  const { queryKey } = basesQuery(uuid);
  client.setQueryData(queryKey, client.getQueryData(queryKey), { updatedAt: Date.now() - 60_000 });
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText('Version 1, a newer commit is live')).toBeVisible();
});

it('submits with the base that it is compared with, or with none where nothing was exchanged', async () => {
  const { client, ...screen } = await drawDiffs();
  await expect.element(screen.getByText(`Submitted as compared with ${uuid}`)).toBeVisible();
  live(1, true);
  await client.refetchQueries({ queryKey: basesQuery(uuid).queryKey });
  await expect.element(screen.getByText(`Submitted as compared with ${later}`)).toBeVisible();
  answer(listBases, () => ({ services: {} }));
  await client.refetchQueries({ queryKey: basesQuery(uuid).queryKey });
  await expect.element(screen.getByText('Submitted as compared with null')).toBeVisible();
});
