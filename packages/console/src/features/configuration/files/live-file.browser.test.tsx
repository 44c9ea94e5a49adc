import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { localMetadataQuery } from '../differences/comparison.queries.ts';
import { localFileQuery } from './file.queries.ts';

const metadata = { ...exportMetadata, path: `/services/shop${exportMetadata.path}` } as const;
const source = { ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const;
const [before, after] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];
const place = { serviceId: 'shop', folderPath: 'functions', name: 'greet.js' };

const listOf = (version: number, checksum: string) => {
  const { folderPath, name } = place;
  const rest = { commitSha: null, lastModified: '2026-11-26T12:00:00.000Z', breadcrumb: [folderPath] };
  const file = { folderPath, name, filePath: `${folderPath}/${name}`, checksum, ...rest };
  return { version, folders: [{ name: folderPath, files: [file] }], defaultActions: {} };
};

function Live({ checksum }: { checksum: string }) {
  const file = useQuery(localFileQuery(place, checksum));
  return <p>{file.data?.content ?? file.error?.message}</p>;
}

function Listed() {
  const list = useQuery(localMetadataQuery('shop'));
  const checksum = list.data?.folders[0]?.files[0]?.checksum;
  return checksum === undefined ? <p>Loading</p> : <Live checksum={checksum} />;
}

it('takes no content for one that was listed before: it reads the list again', async () => {
  answer(metadata, () => listOf(1, before));
  answer(source, () => {
    answer(metadata, () => listOf(2, after));
    return { content: 'what is live by now', checksum: after };
  });
  const { client, ...screen } = await draw(<Listed />);
  await expect.element(screen.getByText('what is live by now')).toBeVisible();
  expect(client.getQueryData(localFileQuery(place, before).queryKey)).toBeUndefined();
  expect(client.getQueryData(localMetadataQuery('shop').queryKey)).toMatchObject({ version: 2 });
});
