import { listBases } from '@atrium/contract/configuration/bases';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { basesQuery } from '../differences/comparison.queries.ts';
import { remoteFileQuery } from './file.queries.ts';
import { readAfterNewVersion } from './read-after-new-version.ts';

const [before, after] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];
const place = { serviceId: 'shop', folderPath: 'functions', name: 'greet.js' };
const uuid = '0190f2c4-7a10-7000-8000-000000000000';

function Base() {
  const shop = useQuery(basesQuery(uuid)).data?.services['shop'];
  return shop === undefined ? <p>Loading</p> : <BaseOf checksum={shop.changed['functions/greet.js']} />;
}

/** Content of the last exchange; the remote no longer has this checksum. */
const listed = (checksum: string) => ({
  exchange: uuid,
  changed: { 'functions/greet.js': checksum },
  added: [],
  kept: [],
});

function BaseOf({ checksum }: { checksum: string | undefined }) {
  const { data, error } = useQuery(remoteFileQuery(uuid, place, checksum));
  return <p>{`Base: ${data?.base?.content ?? error?.message}`}</p>;
}

it('merges from the base that is listed, after a submit and after its undo', async () => {
  const exchange = (checksum: string, content: string) => {
    answer(listBases, () => ({ services: { shop: listed(checksum) } }));
    answer(readRemoteFile, () => ({ content: 'theirs', checksum: after, base: { content, checksum } }));
  };
  exchange(before, 'before the submit');
  const { client, ...screen } = await draw(<Base />);
  await expect.element(screen.getByText('Base: before the submit')).toBeVisible();
  exchange(after, 'submitted');
  await readAfterNewVersion(client, ['shop']);
  await expect.element(screen.getByText('Base: submitted')).toBeVisible();
  exchange(before, 'before the submit');
  await readAfterNewVersion(client, ['shop']);
  await expect.element(screen.getByText('Base: before the submit')).toBeVisible();
});

it('takes no base for one that was listed before: it reads the list again', async () => {
  answer(listBases, () => ({ services: { shop: listed(before) } }));
  answer(readRemoteFile, () => {
    answer(listBases, () => ({ services: { shop: listed(after) } }));
    return { content: 'theirs', checksum: after, base: { content: 'exchanged by now', checksum: after } };
  });
  const { client, ...screen } = await draw(<Base />);
  await expect.element(screen.getByText('Base: exchanged by now')).toBeVisible();
  expect(client.getQueryData(remoteFileQuery(uuid, place, before).queryKey)).toBeUndefined();
});
