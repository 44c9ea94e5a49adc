import { deleteBonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { answer, refusal } from '../../test/platform.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { useRemove } from '../api/use-remove.ts';
import { DeleteAction } from './DeleteAction.tsx';
import { Table } from './Table.tsx';
import { VirtualTable } from './VirtualTable.tsx';

interface Row {
  id: string;
  key: string;
}

const idOf = (last: number) => `0190f2c4-7a10-7000-8000-00000000000${last}`;
let bonuses: (Row & { cents: number })[];

beforeEach(() => {
  bonuses = ['ONE', 'TWO', 'THREE'].map((key, index) => ({ id: idOf(index), key, cents: 1 }));
  answer(searchBonuses, () => ({
    content: bonuses,
    totalElements: bonuses.length,
    totalPages: 1,
    pageable: { pageNumber: 0, pageSize: 10 },
  }));
  answer(deleteBonus, ({ params }) => {
    bonuses = bonuses.filter(({ id }) => id !== params.id);
  });
});

function DeleteBonus({ row: { id, key } }: { row: Row }) {
  const removal = useRemove(deleteBonus, {
    question: `Are you sure you want to delete the bonus ${key}?`,
    request: { params: { id } },
    invalidates: [searchBonuses],
  });
  return <DeleteAction name={`bonus ${key}`} removal={removal} />;
}

function Bonuses({ Rows = Table }: { Rows?: typeof Table | typeof VirtualTable }) {
  const { data } = useQuery(endpointQuery(searchBonuses, { body: { page: 0, size: 10 } }));
  if (!data) return null;
  return (
    <Rows<Row>
      caption="Bonus"
      columns={[
        { id: 'name', header: 'Name', isRowHeader: true, cell: ({ key }) => key },
        { id: 'delete', header: 'Delete', cell: (row) => <DeleteBonus row={row} /> },
      ]}
      rows={data.content}
      rowKey={({ id }) => id}
    />
  );
}

it.each([
  ['a table', Table],
  ['a table of many rows', VirtualTable],
])(
  'asks by name, deletes with the keyboard alone, and keeps the focus in its place in %s',
  async (_, Rows) => {
    const screen = await draw(<Bonuses Rows={Rows} />);
    await screen.getByRole('button', { name: 'Delete bonus TWO' }).click();
    const question = screen.getByRole('alertdialog', { name: 'Delete' });
    await expect
      .element(question)
      .toHaveAccessibleDescription('Are you sure you want to delete the bonus TWO?');
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectNoFindings();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('rowheader', { name: 'TWO' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Delete bonus THREE' })).toHaveFocus();
  },
);

it('says why it could not, and leaves the thing where it is', async () => {
  answer(deleteBonus, () => refusal(500, 'It is still in use.'));
  const screen = await draw(<Bonuses />);
  const button = screen.getByRole('button', { name: 'Delete bonus ONE' });
  await button.click();
  const question = screen.getByRole('alertdialog', { name: 'Delete', exact: true });
  await question.getByRole('button', { name: 'Delete' }).click();
  const error = screen.getByRole('alertdialog', { name: 'Error encountered.' });
  await expect.element(error.getByText('It is still in use.')).toBeVisible();
  await error.getByRole('button', { name: 'Ok' }).click();
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('takes away what someone else has deleted meanwhile, once its error was read', async () => {
  answer(deleteBonus, () => {
    bonuses = bonuses.filter(({ key }) => key !== 'ONE');
    return refusal(404, 'There is no such bonus.');
  });
  const screen = await draw(<Bonuses />);
  await screen.getByRole('button', { name: 'Delete bonus ONE' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByText('There is no such bonus.')).toBeVisible();
  await screen.getByRole('button', { name: 'Ok' }).click();
  await expect.element(screen.getByRole('rowheader', { name: 'ONE' })).not.toBeInTheDocument();
});
