import {
  changeEntries,
  insertEntry,
  listIndexes,
  previewEntries,
  queryEntries,
} from '@atrium/contract/service-api/functions/content';
import type { Entry, EntryQuery } from '@atrium/contract/service-api/functions/content-entry';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { EntriesCard } from './EntriesCard.tsx';

const at = <E extends { path: string }>(endpoint: E) => ({
  ...endpoint,
  path: `/services/content${endpoint.path}`,
});

const META = `export default {
  schema: {
    type: 'object',
    required: ['id', 'name', 'stock'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string', maxLength: 100 },
      stock: { type: 'integer' },
      category: { enum: ['tea', 'ware'] },
    },
  },
};
`;

let entries: Entry[];
let asked: EntryQuery[];

beforeEach(() => {
  localStorage.clear();
  entries = ['bowl', 'cup', 'pot'].map((id, stock) => ({ id, name: id.toUpperCase(), stock }));
  asked = [];
  answer(at(exportSourceFile), () => ({ content: META, checksum: 'a'.repeat(40) }));
  answer(at(listIndexes), () => [
    { collection: 'products', field: 'name', isReady: false, builtEntries: 500, entries: 2000 },
  ]);
  answer(at(queryEntries), ({ body }) => {
    asked.push(body);
    const { id } = body.where as { id?: string };
    const content = entries.filter((entry) => id === undefined || entry.id === id);
    return {
      content,
      totalElements: id === undefined ? 10_000 : content.length,
      totalPages: 200,
      pageable: { pageNumber: 0, pageSize: 50 },
      isCounted: id !== undefined,
      cursors: { next: 'later', previous: body.cursor ? 'sooner' : null, last: null },
      changes: content.map(() => ({
        changedOn: '2026-11-29T10:00:00.000Z',
        userId: 'ada',
        isSeed: false,
        call: {
          serviceId: 'hyper-dispatch',
          function: 'stock/count',
          id: '0190f2c4-7a10-7000-8000-000000000001',
        },
      })),
    };
  });
});

const show = (path = '/') => {
  signIn('configuration.read', 'configuration.write', 'content.read', 'content.write');
  return draw(<EntriesCard serviceId="content" collection="products" />, { path });
};

it('shows entries with their last change, the state of indexes, and asks for filters, order and page', async () => {
  const screen = await show();
  await expect.element(screen.getByRole('button', { name: 'cup', exact: true })).toBeVisible();
  await expect.element(screen.getByText('1–3 of 10,000+ entries')).toBeVisible();
  await expect.element(screen.getByText('Building 25 %')).toBeVisible();
  const call = screen.getByRole('link', { name: 'stock/count' }).first();
  await expect
    .element(call)
    .toHaveAttribute(
      'href',
      '/console/services/hyper-dispatch?tab=logs&call=0190f2c4-7a10-7000-8000-000000000001',
    );
  await screen.getByRole('button', { name: 'Filter' }).click();
  await screen.getByRole('combobox', { name: 'Field' }).selectOptions('stock');
  await screen.getByRole('combobox', { name: 'Condition' }).selectOptions('more');
  await screen.getByRole('button', { name: 'Add filter' }).click();
  await expect.element(screen.getByText('Enter a value.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Value' }).fill('1');
  await screen.getByRole('button', { name: 'Add filter' }).click();
  await screen.getByRole('button', { name: 'name', exact: true }).click();
  await screen.getByRole('button', { name: 'Next page' }).click();
  await expect.element(screen.getByText('51–53 of 10,000+ entries')).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ where: { stock: { $gt: 1 } }, sortBy: 'name', cursor: 'later' });
  expect(screen.router.state.location.search).toMatchObject({ sort: 'name', page: '2' });
  await screen.getByRole('button', { name: 'Remove the filter stock > 1' }).click();
  await expect.poll(() => asked.at(-1)?.where).toEqual({});
});

it('offers the index that a sort of many entries needs', async () => {
  answer(at(queryEntries), () =>
    refusal(
      422,
      'More than 10,000 entries cannot be sorted by "stock" without an index. Add "stock" to "indexes" in collections/products.meta.js.',
    ),
  );
  const screen = await show('/?sort=-stock');
  await expect.element(screen.getByText(/cannot be sorted by "stock" without an index/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add an index on stock' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Sort by id' })).toBeVisible();
});

it('says that an index is being built, and reads the entries once it is', async () => {
  const readyAfter = 2;
  let reads = 0;
  let isReady = false;
  answer(at(listIndexes), () => {
    reads += 1;
    isReady = reads > readyAfter;
    return [{ collection: 'products', field: 'stock', isReady, builtEntries: 5, entries: 10 }];
  });
  answer(at(queryEntries), () =>
    isReady
      ? {
          content: entries,
          totalElements: 3,
          totalPages: 1,
          pageable: { pageNumber: 0, pageSize: 50 },
          isCounted: true,
          cursors: { next: null, previous: null, last: null },
          changes: [null, null, null],
        }
      : refusal(422, 'Not without an index. Add "stock" to "indexes" in collections/products.meta.js.'),
  );
  const screen = await show('/?sort=-stock');
  await expect.element(screen.getByText('The index is being built.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Add an index/ })).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('button', { name: 'cup', exact: true }), { timeout: 8000 })
    .toBeVisible();
});

it('leads from a page that was emptied to the first one', async () => {
  const all = entries;
  entries = [];
  const screen = await show('/?cursor=later&page=2');
  await expect.element(screen.getByText('No entries on this page')).toBeVisible();
  entries = all;
  await screen.getByRole('button', { name: 'Go to the first page' }).click();
  await expect.element(screen.getByRole('button', { name: 'cup', exact: true })).toBeVisible();
  expect(asked.at(-1)).not.toHaveProperty('cursor');
});

it('changes an entry, shows both versions when someone else was faster, and undoes', async () => {
  const given: unknown[] = [];
  const theirs = { id: 'cup', name: 'Mug', stock: 1 };
  answer(at(changeEntries), ({ body: { changes } }) => {
    given.push(changes);
    if (given.length > 1) return undefined;
    const body = {
      status: 409,
      message: 'The entry cup was changed by others meanwhile. Nothing was written.',
      requestId: 'component-test',
      details: { entries: [{ id: 'cup', current: theirs }] },
    };
    return Response.json(body, { status: 409 });
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'cup', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'stock' }).fill('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Someone else changed this entry meanwhile.')).toBeVisible();
  await expect.element(dialog.getByRole('cell', { name: 'Mug' })).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'name' })).toHaveValue('Mug');
  await expect.element(dialog.getByRole('textbox', { name: 'stock' })).toHaveValue('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The entry cup was changed.')).toBeVisible();
  const edit = { before: theirs, after: { ...theirs, stock: 7 } };
  expect(given.at(-1)).toEqual([edit]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Undone: The entry is as before.')).toBeVisible();
  expect(given.at(-1)).toEqual([{ before: edit.after, after: theirs }]);
});

it('adds an entry from the form and from JSON, and marks the field that the server refuses', async () => {
  const added: unknown[] = [];
  answer(at(insertEntry), ({ body }) => {
    added.push(body);
    if (added.length === 1)
      return refusal(422, 'The entry is not valid.', [
        { field: 'stock', defaultMessage: 'stock must be at least 0.' },
      ]);
    return { id: 'jug', ...body } as Entry;
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'New entry' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await expect.element(dialog.getByText('Enter a value.').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: /^name/ }).fill('Jug');
  await dialog.getByRole('textbox', { name: /^stock/ }).fill('-1');
  await dialog.getByRole('combobox', { name: 'category' }).selectOptions('ware');
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await expect.element(dialog.getByText('stock must be at least 0.')).toBeVisible();
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  const editor = dialog.getByRole('textbox', { name: 'Entry as JSON' });
  await expect.element(dialog.getByText('"ware"')).toBeVisible();
  await editor.fill('{"name": "Jug", "stock": 2}');
  await dialog.getByRole('tab', { name: 'Form' }).click();
  await expect.element(dialog.getByRole('textbox', { name: /^stock/ })).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Add entry' }).click();
  await expect.element(screen.getByText('The entry jug was added.')).toBeVisible();
  expect(added.at(-1)).toEqual({ name: 'Jug', stock: 2 });
});

it('saves in the form what was typed as JSON, and keeps the form while something is mistyped', async () => {
  const given: unknown[] = [];
  answer(at(changeEntries), ({ body }) => {
    given.push(body.changes);
    return undefined;
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'cup', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  const stock = dialog.getByRole('textbox', { name: 'stock' });
  await stock.fill('1.5');
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  await expect.element(dialog.getByText('Enter a whole number.')).toBeVisible();
  await expect.element(stock).toHaveValue('1.5');
  await stock.fill('4');
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  const editor = dialog.getByRole('textbox', { name: 'Entry as JSON' });
  await editor.fill('{"id": "cup", "name": null, "stock": 4, "extra": [1]}');
  await dialog.getByRole('tab', { name: 'Form' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'extra' })).toBeVisible();
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  await expect.element(dialog.getByText('"extra"')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Form' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The entry cup was changed.')).toBeVisible();
  const after = { id: 'cup', name: null, stock: 4, extra: [1] };
  expect(given).toEqual([[{ before: entries[1], after }]]);
});

it('deletes selected entries as they are stored by now', async () => {
  const given: unknown[] = [];
  const pot = { id: 'pot', name: 'POT', stock: 9 };
  answer(at(changeEntries), ({ body }) => {
    given.push(body.changes);
    if (given.length !== 2) return undefined;
    const body409 = {
      status: 409,
      message: '2 entries were changed by others meanwhile. Nothing was written.',
      requestId: 'component-test',
      details: {
        entries: [
          { id: 'bowl', current: null },
          { id: 'pot', current: pot },
        ],
      },
    };
    return Response.json(body409, { status: 409 });
  });
  const screen = await show();
  for (const id of ['bowl', 'cup', 'pot'])
    await screen.getByRole('checkbox', { name: `Select ${id}` }).click();
  await screen.getByRole('button', { name: 'cup', exact: true }).click();
  await screen.getByRole('dialog').getByRole('textbox', { name: 'stock' }).fill('7');
  await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The entry cup was changed.')).toBeVisible();
  await screen.getByRole('button', { name: 'Delete selected' }).click();
  await screen.getByRole('button', { name: 'Delete 3 entries' }).click();
  await screen.getByRole('alertdialog', { name: 'Not deleted' }).getByRole('button', { name: 'Ok' }).click();
  await expect.element(screen.getByText('2 selected')).toBeVisible();
  await screen.getByRole('button', { name: 'Delete selected' }).click();
  await screen.getByRole('button', { name: 'Delete 2 entries' }).click();
  await expect.element(screen.getByText('2 entries were deleted.')).toBeVisible();
  const cup = { id: 'cup', name: 'CUP', stock: 7 };
  expect(given.at(-1)).toEqual([cup, pot].map((before) => ({ before, after: null })));
});

it('sends large entries in parts by their bytes, and finishes an undo that stopped between them', async () => {
  entries = ['bowl', 'cup'].map((id) => ({ id, name: id, stock: 1, extra: 'ä'.repeat(250_000) }));
  const given: (string | undefined)[][] = [];
  answer(at(changeEntries), ({ body: { changes } }) => {
    given.push(changes.map(({ before, after }) => (before ?? after)?.id));
    return given.length === 4 ? refusal(422, 'The limit of entries is reached.') : undefined;
  });
  const screen = await show();
  for (const id of ['bowl', 'cup']) await screen.getByRole('checkbox', { name: `Select ${id}` }).click();
  await screen.getByRole('button', { name: 'Delete selected' }).click();
  await screen.getByRole('button', { name: 'Delete 2 entries' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await screen.getByRole('alertdialog', { name: 'Not undone' }).getByRole('button', { name: 'Ok' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Undone: The entry is as before.')).toBeVisible();
  expect(given).toEqual([['bowl'], ['cup'], ['bowl'], ['cup'], ['cup']]);
});

it('deletes several entries after a question with their names, and brings them back', async () => {
  const given: unknown[] = [];
  answer(at(changeEntries), ({ body }) => {
    given.push(body.changes);
    return undefined;
  });
  const screen = await show();
  await screen.getByRole('checkbox', { name: 'Select bowl' }).click();
  await screen.getByRole('checkbox', { name: 'Select pot' }).click();
  await screen.getByRole('button', { name: 'Delete selected' }).click();
  const question = screen.getByRole('alertdialog');
  await expect
    .element(question.getByText('Delete 2 entries of products? You can undo this right after.'))
    .toBeVisible();
  await expect.element(question.getByText('pot')).toBeVisible();
  await question.getByRole('button', { name: 'Delete 2 entries' }).click();
  await expect.element(screen.getByText('2 entries were deleted.')).toBeVisible();
  const [bowl, , pot] = entries;
  expect(given.at(-1)).toEqual([bowl, pot].map((before) => ({ before, after: null })));
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Undone: 2 entries are as before.')).toBeVisible();
  expect(given.at(-1)).toEqual([bowl, pot].map((after) => ({ before: null, after })));
});

it('imports a file after a preview that names the refused lines, and undoes it', async () => {
  const given: unknown[] = [];
  answer(at(previewEntries), ({ body }) => ({
    previews: body.entries.map((entry) =>
      entry['stock'] === -1
        ? { edit: null, reason: 'stock must be at least 0.' }
        : {
            edit: {
              before: entries.find(({ id }) => id === entry['id']) ?? null,
              after: { id: 'new', ...entry },
            },
            reason: null,
          },
    ),
  }));
  answer(at(changeEntries), ({ body }) => {
    given.push(body.changes);
    return undefined;
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Export, import' }).click();
  await screen.getByRole('menuitem', { name: 'Import …' }).click();
  const dialog = screen.getByRole('dialog');
  const csv = 'ID,Name,Stock\nbowl,BOWL,0\ncup,Mug,1\nbad,Bad,-1\n,Jug,2\n';
  await dialog.getByLabelText('File').upload(new File([csv], 'products.csv', { type: 'text/csv' }));
  await expect.element(dialog.getByRole('combobox', { name: 'ID' })).toHaveValue('id');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog.getByText('1 new, 1 changed, 1 unchanged, 1 refused.')).toBeVisible();
  await expect.element(dialog.getByText('Line 4: stock must be at least 0.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Import 2 entries' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Leave out the refused lines' }).click();
  await dialog.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect.element(screen.getByText('2 entries were imported.')).toBeVisible();
  const edits = [
    { before: entries[1], after: { id: 'cup', name: 'Mug', stock: 1 } },
    { before: null, after: { id: 'new', name: 'Jug', stock: 2 } },
  ];
  expect(given).toEqual([edits]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Undone: 2 entries are as before.')).toBeVisible();
  expect(given.at(-1)).toEqual(edits.map(({ before, after }) => ({ before: after, after: before })));
});

it('offers nothing that the server would refuse', async () => {
  signIn('configuration.read', 'content.read');
  const screen = await draw(<EntriesCard serviceId="content" collection="products" />);
  await expect
    .element(screen.getByRole('button', { name: 'New entry' }))
    .toHaveAttribute('aria-disabled', 'true');
  await screen.getByRole('button', { name: 'cup', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(dialog.getByRole('textbox', { name: 'stock' })).toHaveAttribute('readonly');
});

it('keeps the chosen columns', async () => {
  const screen = await show();
  await expect.element(screen.getByRole('columnheader', { name: 'stock' })).toBeVisible();
  await screen.getByRole('button', { name: 'Columns' }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'stock' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'stock' })).not.toBeInTheDocument();
  expect(localStorage.getItem('entries.content.products')).toBe(
    '{"shown":["id","name","category","Last change"]}',
  );
});
