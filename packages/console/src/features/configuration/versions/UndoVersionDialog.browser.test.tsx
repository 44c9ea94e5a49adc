import { compareSides } from '@atrium/contract/configuration/comparison';
import {
  getNamedVersion,
  listNamedVersions,
  type NamedVersion,
  returnToVersion,
} from '@atrium/contract/configuration/versions';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { UndoVersionDialog } from './UndoVersionDialog.tsx';

const named = (version: number): NamedVersion => ({
  version,
  parent: version === 1 ? null : version - 1,
  createdOn: '2026-11-29T10:00:00.000Z',
  author: null,
  user: 'chidi',
  impersonator: null,
  message: '',
  commitSha: null,
  filesCount: 3,
  changesCount: 1,
});
const changed = (name: string, before: string, after: string) => ({
  type: 'CHANGED' as const,
  folderPath: 'functions',
  name,
  filePath: `functions/${name}`,
  before,
  after,
});
type File = ReturnType<typeof changed>;

/** Version 3 made the first changes, and the versions up to `live` the others. */
async function openUndo(live: number, made: File[], since: File[]) {
  answer(getNamedVersion, ({ params }) => named(Number(params.version)));
  answer(listNamedVersions, () => ({
    content: [named(live)],
    totalElements: live,
    totalPages: live,
    pageable: { pageNumber: 0, pageSize: 1 },
  }));
  answer(compareSides, ({ params }) => ({
    services: [{ serviceId: 'shop', files: params.a === 'version:3' ? since : made }],
  }));
  return draw(<UndoVersionDialog onClose={() => {}} />, {
    path: '/console/run-tests?dialog.version=3.shop',
  });
}

it('returns the whole of the live version, after the names of its files', async () => {
  const sent: unknown[] = [];
  answer(returnToVersion, ({ params, body }) => {
    sent.push(params.version, body.baseVersion, body.files);
    return { version: 4, backupId: 'backup' };
  });
  const screen = await openUndo(3, [changed('tax.js', 'a', 'b')], []);
  const question = screen.getByRole('alertdialog', { name: 'Undo version 3?' });
  await expect.element(question.getByText('functions/tax.js')).toBeVisible();
  await question.getByRole('button', { name: 'Undo version 3' }).click();
  await expect.poll(() => sent).toEqual([2, 3, undefined]);
});

it('takes back only the files of the version beneath later ones', async () => {
  const sent: unknown[] = [];
  answer(returnToVersion, ({ params, body }) => {
    sent.push(params.version, body.baseVersion, body.files);
    return { version: 6, backupId: 'backup' };
  });
  const screen = await openUndo(5, [changed('tax.js', 'a', 'b')], [changed('other.js', 'c', 'd')]);
  const question = screen.getByRole('alertdialog', { name: 'Undo version 3?' });
  await expect.element(question.getByText('functions/tax.js')).toBeVisible();
  await expect.element(question.getByText('functions/other.js')).not.toBeInTheDocument();
  await question.getByRole('button', { name: 'Undo version 3' }).click();
  await expect.poll(() => sent).toEqual([2, 5, [{ folderPath: 'functions', name: 'tax.js' }]]);
});

it('refuses to take back what later versions changed, by name', async () => {
  const screen = await openUndo(5, [changed('tax.js', 'a', 'b')], [changed('tax.js', 'b', 'c')]);
  const dialog = screen.getByRole('dialog', { name: 'Version 3 cannot be undone alone' });
  await expect.element(dialog.getByText('functions/tax.js')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /Undo/ })).not.toBeInTheDocument();
});

it('says that a version is undone already', async () => {
  const screen = await openUndo(4, [changed('tax.js', 'a', 'b')], [changed('tax.js', 'b', 'a')]);
  await expect.element(screen.getByRole('dialog', { name: 'Version 3 is undone already' })).toBeVisible();
});
