import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import type { TableColumn } from './table-column.ts';
import { VirtualTable } from './VirtualTable.tsx';

interface File {
  name: string;
  lines: number;
}

const COUNT = 5000;
const files = Array.from(
  { length: COUNT },
  (_, index): File => ({
    name: `file-${String(index).padStart(4, '0')}.js`,
    lines: COUNT - index,
  }),
);

const columns: TableColumn<File>[] = [
  { id: 'name', header: 'Name', isRowHeader: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'lines', header: 'Lines', align: 'end', sortBy: ({ lines }) => lines, cell: ({ lines }) => lines },
];

const onKey = vi.fn<(key: string, file: File) => boolean>((key) => key === 'x');

function Files({ rows = files, comparedKey = null }: { rows?: File[]; comparedKey?: string | null }) {
  const [currentKey, setCurrentKey] = useState<string | null>(null);
  return (
    <VirtualTable
      caption="Changed files"
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      keys={{ currentKey, onCurrent: setCurrentKey, onKey }}
      detail={{ rowKey: comparedKey, height: 120, render: ({ name }) => <p>Comparison of {name}</p> }}
      emptyHint="No file has changed."
      isStacking
    />
  );
}

async function open(props: Parameters<typeof Files>[0] = {}) {
  const screen = await draw(<Files {...props} />);
  const table = screen.getByRole('table', { name: 'Changed files' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(name) });
  return { screen, table, row };
}

afterEach(() => page.viewport(1280, 800));

it('reads as one table of all its rows, of which only those in view exist', async () => {
  const { table, row } = await open();
  await expect.element(table).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  await expect.element(row('file-0000')).toHaveAttribute('aria-rowindex', '2');
  await expect.element(table.getByRole('rowheader', { name: 'file-0000.js' })).toBeVisible();
  await expect.element(row('file-0000').getByRole('cell')).toHaveTextContent('5000');
  expect(table.element().querySelectorAll('[role=row]').length).toBeLessThan(60);
  await expectNoFindings();
});

it('is scrolled by keyboard to its last row', async () => {
  const { table, row } = await open();
  await userEvent.tab();
  await expect.element(table).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(row('file-4999')).toBeInViewport();
  await expect.element(row('file-4999')).toHaveAttribute('aria-rowindex', String(COUNT + 1));
  await expect.element(row('file-0000')).not.toBeInTheDocument();
});

it('is put in order by keyboard, and says how', async () => {
  const { table, row } = await open();
  const header = table.getByRole('columnheader', { name: 'Lines' });
  await expect.element(header).toHaveAttribute('aria-sort', 'none');
  (header.getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(row('file-4999')).toHaveAttribute('aria-rowindex', '2');
});

it('goes from row to row by j and k, and passes other keys on to the current one', async () => {
  onKey.mockClear();
  const { table, row } = await open();
  await userEvent.tab();
  await expect.element(table).toHaveFocus();
  await userEvent.keyboard('jjk');
  await expect.element(row('file-0000')).toHaveAttribute('aria-current', 'true');
  await expect.element(row('file-0001')).not.toHaveAttribute('aria-current');
  await userEvent.keyboard('x');
  expect(onKey).toHaveBeenLastCalledWith('x', files[0]);
  await expect.element(table).toHaveFocus();
});

it('keeps the row that j and k go to between its head and its lower edge', async () => {
  const { table, row } = await open();
  const frame = table.element();
  const head = table.getByRole('row').first().element();
  const expectInSight = async (name: string) => {
    await expect.element(row(name)).toHaveAttribute('aria-current', 'true');
    const edges = () => row(name).element().getBoundingClientRect();
    await expect.poll(() => frame.getBoundingClientRect().bottom - edges().bottom).toBeGreaterThanOrEqual(0);
    expect(edges().top).toBeGreaterThanOrEqual(head.getBoundingClientRect().bottom);
  };
  await userEvent.tab();
  await userEvent.keyboard('j'.repeat(20));
  await expectInSight('file-0019');
  await userEvent.keyboard('k'.repeat(15));
  await expectInSight('file-0004');
});

it('brings a row out from under its head when the focus goes up into it', async () => {
  const opening: TableColumn<File> = {
    id: 'open',
    header: 'Open',
    cell: ({ name }) => <button type="button">Open {name}</button>,
  };
  const screen = await draw(
    <VirtualTable
      caption="Changed files"
      columns={[...columns, opening]}
      rows={files}
      rowKey={({ name }) => name}
    />,
  );
  const button = (number: number) => screen.getByRole('button', { name: `Open file-000${number}.js` });
  await expect.element(button(9)).toBeVisible();
  (button(9).element() as HTMLElement).focus();
  // The rows before it are under the head, or above the frame.
  screen.getByRole('table').element().scrollTop = 9 * 40;
  await userEvent.tab({ shift: true });
  await expect.element(button(8)).toHaveFocus();
  const head = screen.getByRole('row').first().element();
  const edge = head.getBoundingClientRect().bottom;
  await expect.poll(() => button(8).element().getBoundingClientRect().top).toBeGreaterThanOrEqual(edge);
});

it('makes room below a row for what belongs to it', async () => {
  const { screen, row } = await open({ comparedKey: 'file-0001.js' });
  await expect.element(screen.getByText('Comparison of file-0001.js')).toBeVisible();
  const edges = (name: string) => row(name).first().element().getBoundingClientRect();
  expect(edges('file-0002').top - edges('file-0001').bottom).toBeGreaterThanOrEqual(119);
  await expectNoFindings();
});

it('gives each row the height that it needs, in any order', async () => {
  const screen = await draw(
    <VirtualTable
      caption="Changed files"
      columns={columns}
      rows={files}
      rowKey={({ name }) => name}
      rowHeight={({ lines }) => (lines === COUNT ? 80 : 40)}
    />,
  );
  const top = (name: string) =>
    screen
      .getByRole('row', { name: new RegExp(name) })
      .element()
      .getBoundingClientRect().top;
  await expect.poll(() => top('file-0001') - top('file-0000')).toBe(80);
  expect(top('file-0002') - top('file-0001')).toBe(40);
  await screen.getByRole('button', { name: 'Lines' }).click();
  await expect.poll(() => top('file-4998') - top('file-4999')).toBe(40);
});

it('says why it has no row', async () => {
  const { screen, table } = await open({ rows: [] });
  await expect.element(screen.getByText('No file has changed.')).toBeVisible();
  await expect.element(table).not.toBeInTheDocument();
  await expectNoFindings();
});

it('stacks its rows on a phone, and nothing scrolls sideways', async () => {
  await page.viewport(320, 720);
  const { table, row } = await open();
  const [name, lines] = [...row('file-0000').element().children].map((cell) => cell.getBoundingClientRect());
  expect(lines?.top).toBeGreaterThanOrEqual(name?.bottom ?? 0);
  expect(table.element().scrollWidth).toBe(table.element().clientWidth);
  expect(document.documentElement.scrollWidth).toBe(320);
  await expectNoFindings();
});

it('has a row grow with what it holds, and what stands below it go down', async () => {
  const long: TableColumn<File> = {
    id: 'marks',
    header: 'Marks',
    width: '8rem',
    className: 'whitespace-normal',
    cell: ({ lines }) => (lines === COUNT ? 'Deleted, both changed it, to be decided. '.repeat(4) : 'New'),
  };
  const screen = await draw(
    <VirtualTable
      caption="Changed files"
      columns={[...columns, long]}
      rows={files}
      rowKey={({ name }) => name}
      rowHeight={40}
      isGrowing
      detail={{ rowKey: 'file-0000.js', height: 120, render: ({ name }) => <p>Comparison of {name}</p> }}
    />,
  );
  const edges = (name: string) =>
    screen
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .element()
      .getBoundingClientRect();
  const first = screen.getByRole('row', { name: /^file-0000/ }).element();
  await expect.poll(() => first.clientHeight).toBeGreaterThan(80);
  for (const cell of first.children) {
    const { top, bottom } = cell.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(edges('file-0000').top);
    expect(bottom).toBeLessThanOrEqual(edges('file-0000').bottom);
  }
  await expect.poll(() => edges('file-0001').top - edges('file-0000').bottom).toBe(120);
  expect(edges('file-0002').top - edges('file-0001').top).toBe(40);
  await expectNoFindings();
});
