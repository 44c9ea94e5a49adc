import { editFiles } from '@atrium/contract/configuration/edit';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { RemoveDialog } from '../../../ui/RemoveDialog.tsx';
import { useDeleteItem } from './use-delete-item.tsx';

const metadata = { ...exportMetadata, path: `/services/shop${exportMetadata.path}` } as const;
const old = 'a'.repeat(40);
const changed = 'b'.repeat(40);

function serveFile(checksum: string, folderPath = 'rules') {
  const place = { name: 'confirm.meta.js', folderPath, filePath: `${folderPath}/confirm.meta.js` };
  const file = { ...place, checksum, commitSha: null, lastModified: '2026-11-24T12:00:00.000Z' };
  answer(metadata, () => ({
    version: 1,
    folders: [{ name: folderPath, files: [{ ...file, breadcrumb: [folderPath] }] }],
    defaultActions: {},
  }));
}

function DeleteRule({ path = 'rules/confirm' }) {
  const { removal, isReady } = useDeleteItem({
    serviceId: 'shop',
    path,
    label: 'rule confirm',
    warning: '',
  });
  return (
    <>
      <button disabled={!isReady} onClick={removal.ask}>
        Ask
      </button>
      <RemoveDialog removal={removal} />
    </>
  );
}

it('deletes what is live after it was refused because someone else has changed it', async () => {
  serveFile(old);
  const sent: unknown[] = [];
  answer(editFiles, ({ body }) => {
    sent.push(body.files[0]?.checksum);
    serveFile(changed);
    if (sent.length > 1) return { version: 3, backupId: null };
    return refusal(409, 'Someone else has changed what you edited.');
  });
  const screen = await draw(<DeleteRule />);
  await screen.getByRole('button', { name: 'Ask' }).click();
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('button', { name: 'Ok' }).click();
  await expect.poll(() => screen.client.isFetching()).toBe(0);
  await screen.getByRole('button', { name: 'Ask' }).click();
  await screen.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => sent).toEqual([old, changed]);
});

it('says what ends with a function', async () => {
  serveFile(old, 'functions');
  const content = `export default { schedule: [{ cron: '* * * * *' }] };`;
  answer({ ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const, () => ({
    content,
    checksum: old,
  }));
  const screen = await draw(<DeleteRule path="functions/confirm" />);
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect
    .element(screen.getByText('functions/confirm: no longer runs every minute (UTC)'))
    .toBeVisible();
});
