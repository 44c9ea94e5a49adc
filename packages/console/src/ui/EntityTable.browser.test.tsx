import { listSessions, type Session } from '@atrium/contract/accounts/sessions';
import { toPagedResult } from '@atrium/contract/paging';
import { type Bonus, searchBonuses } from '@atrium/contract/pricing/bonus';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { answer, refusal } from '../../test/platform.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { EntityTable } from './EntityTable.tsx';
import type { TableColumn } from './table-column.ts';

const WIDE = [1280, 800] as const;
const PHONES = [
  [320, 720],
  [390, 844],
] as const;

afterEach(() => page.viewport(...WIDE));

const sessionColumns: TableColumn<Session>[] = [
  { id: 'used', header: 'Last used', cell: ({ lastUsedOn }) => lastUsedOn.slice(0, 10) },
  {
    id: 'where',
    header: 'Where',
    isRowHeader: true,
    sortBy: ({ userAgent }) => userAgent,
    cell: ({ userAgent }) => userAgent,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address, sortBy: ({ address }) => address },
  {
    id: 'end',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: ({ userAgent }) => <Button size="small">End {userAgent}</Button>,
  },
];

function Sessions() {
  return (
    <Card title="Sessions" isFlush>
      <EntityTable
        caption="Sessions"
        query={useQuery(endpointQuery(listSessions, {}))}
        columns={sessionColumns}
        rowKey={({ id }) => id}
        empty={{ hint: 'Nobody is signed in.', action: <Button>Sign in</Button> }}
      />
    </Card>
  );
}

const idOf = (index: number) => `01a1fce8-1356-72bc-93b2-${String(index).padStart(12, '0')}`;

const sessions = ['Firefox', 'Chromium', 'Safari'].map(
  (userAgent, index): Session => ({
    id: idOf(index),
    browser: userAgent,
    userAgent,
    address: `192.0.2.${30 - index}`,
    createdOn: '2026-11-01T08:00:00.000Z',
    lastUsedOn: '2026-11-22T08:00:00.000Z',
    username: 'ada',
    openedBy: null,
    via: null,
    isCurrent: false,
  }),
);

const bonuses = Array.from(
  { length: 7 },
  (_, index): Bonus => ({ id: idOf(index), key: `BONUS_${index + 1}`, cents: 100 }),
);

const bonusColumns: TableColumn<Bonus>[] = [
  { id: 'number', header: '#', cell: (_, index) => index + 1 },
  { id: 'key', header: 'Name', isRowHeader: true, cell: ({ key }) => key },
];

function Bonuses({ name }: { name?: string }) {
  return (
    <EntityTable
      caption="Bonuses"
      {...(name !== undefined && { name })}
      query={usePages(searchBonuses, { size: 3, ...(name !== undefined && { name }) })}
      columns={bonusColumns}
      rowKey={({ id }) => id}
      pagingText={({ total, first, last }) => `${first} to ${last} of ${total}`}
      empty={{ hint: 'There is no bonus.', action: null }}
    />
  );
}

/** Pages like the server; `rows` may change between the calls. */
function answerBonuses(rows: Bonus[]) {
  answer(searchBonuses, ({ body }) =>
    toPagedResult(rows.slice(body.page * body.size, (body.page + 1) * body.size), rows.length, body),
  );
}

/** Roles of header and cells in the tree that the browser gives to screen readers. */
async function rolesOfTable(): Promise<string[]> {
  const session = cdp();
  const { frameTree } = await session.send('Page.getFrameTree');
  const trees = await Promise.all(
    (frameTree.childFrames ?? []).map(({ frame }) =>
      session.send('Accessibility.getFullAXTree', { frameId: frame.id }),
    ),
  );
  return trees
    .flatMap(({ nodes }) => nodes)
    .flatMap(({ role }) =>
      /^(columnheader|rowheader|cell)$/.test(role?.value) ? [role?.value as string] : [],
    );
}

const namesOf = () => [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
const heightOf = (element: Element) => element.getBoundingClientRect().height;

it.each([WIDE, ...PHONES])('keeps the room of its rows while it is loaded, %i px wide', async (...size) => {
  await page.viewport(...size);
  const held = Promise.withResolvers<Session[]>();
  answer(listSessions, () => held.promise);
  const screen = await draw(<Sessions />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading Sessions');
  await expectNoFindings();
  const card = screen.getByRole('region', { name: 'Sessions' });
  const loading = heightOf(card.element());
  held.resolve(sessions);
  await expect.element(screen.getByRole('table', { name: 'Sessions' })).toBeVisible();
  expect(Math.abs(heightOf(card.element()) - loading)).toBeLessThan(8);
});

it('says why it is empty, and what to do about it', async () => {
  answer(listSessions, () => []);
  const screen = await draw(<Sessions />);
  await expect.element(screen.getByText('No data to display')).toBeVisible();
  await expect.element(screen.getByText('Nobody is signed in.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  await expectNoFindings();
});

it('offers to try again where it could not be loaded, and keeps old rows where it could not be read anew', async () => {
  answer(listSessions, () => refusal(500, 'The sessions are broken.'));
  const screen = await draw(<Sessions />);
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('The sessions are broken.')).toBeVisible();
  await expectNoFindings();
  answer(listSessions, () => sessions);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('table')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();

  answer(listSessions, () => refusal(500, 'Broken once more.'));
  await screen.client.invalidateQueries();
  await expect.element(alert.getByText('Broken once more.')).toBeVisible();
  await expect.element(screen.getByRole('rowheader', { name: 'Firefox' })).toBeVisible();
});

it('is put in order by keyboard, and the address says how', async () => {
  answer(listSessions, () => sessions);
  const screen = await draw(<Sessions />, { path: '/?tab=2' });
  const header = screen.getByRole('columnheader', { name: 'Where' });
  await expect.element(header).toHaveAttribute('aria-sort', 'none');
  await expect
    .element(screen.getByRole('columnheader', { name: 'Last used' }))
    .not.toHaveAttribute('aria-sort');
  const button = header.getByRole('button', { name: 'Where' });
  (button.element() as HTMLElement).focus();

  for (const [order, names, search] of [
    ['ascending', ['Chromium', 'Firefox', 'Safari'], { tab: '2', sort: 'where' }],
    ['descending', ['Safari', 'Firefox', 'Chromium'], { tab: '2', sort: '-where' }],
    ['none', ['Firefox', 'Chromium', 'Safari'], { tab: '2' }],
  ] as const) {
    await userEvent.keyboard('{Enter}');
    await expect.element(header).toHaveAttribute('aria-sort', order);
    expect(namesOf()).toEqual(names);
    expect(screen.router.state.location.search).toEqual(search);
    await expect.element(button).toHaveFocus();
  }
});

it('stands in the order of its address, and goes back to the one before', async () => {
  answer(listSessions, () => sessions);
  const screen = await draw(<Sessions />, { path: '/?sort=-address' });
  await expect
    .element(screen.getByRole('columnheader', { name: 'Address' }))
    .toHaveAttribute('aria-sort', 'descending');
  expect(namesOf()).toEqual(['Firefox', 'Chromium', 'Safari']);
  await screen.getByRole('button', { name: 'Where' }).click();
  await expect.poll(namesOf).toEqual(['Chromium', 'Firefox', 'Safari']);
  screen.router.history.back();
  await expect.poll(namesOf).toEqual(['Firefox', 'Chromium', 'Safari']);
});

it('shows the page of its address, counts rows over all pages, and the back button finds the page before', async () => {
  answerBonuses(bonuses);
  const screen = await draw(<Bonuses />, { path: '/?page=2' });
  await expect.element(screen.getByText('4 to 6 of 7')).toBeVisible();
  expect(namesOf()).toEqual(['BONUS_4', 'BONUS_5', 'BONUS_6']);
  await expect.element(screen.getByRole('row', { name: '4 BONUS_4' })).toBeVisible();
  const pages = screen.getByRole('navigation', { name: 'Pages of Bonuses' });
  await expect.element(pages).toHaveTextContent('Page 2 of 3');
  await expectNoFindings();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect.element(screen.getByText('7 to 7 of 7')).toBeVisible();
  await expect.element(pages.getByRole('button', { name: 'Next page' })).toBeDisabled();
  expect(screen.router.state.location.search).toEqual({ page: '3' });
  screen.router.history.back();
  await expect.poll(namesOf).toEqual(['BONUS_4', 'BONUS_5', 'BONUS_6']);
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await expect.element(screen.getByText('1 to 3 of 7')).toBeVisible();
  expect(screen.router.state.location.search).toEqual({});
});

it('goes to the page before when the only row of the last one is gone', async () => {
  const rows = [...bonuses];
  answerBonuses(rows);
  const screen = await draw(<Bonuses />, { path: '/?page=3' });
  await expect.element(screen.getByText('7 to 7 of 7')).toBeVisible();
  rows.pop();
  await screen.client.invalidateQueries();
  await expect.element(screen.getByText('4 to 6 of 6')).toBeVisible();
  await expect.poll(() => screen.router.state.location.search).toEqual({ page: '2' });
});

it('keeps apart in the address what belongs to another list', async () => {
  answerBonuses(bonuses);
  const screen = await draw(
    <>
      <Bonuses />
      <Bonuses name="more" />
    </>,
    { path: '/?more.page=3' },
  );
  await expect.element(screen.getByText('1 to 3 of 7')).toBeVisible();
  await expect.element(screen.getByText('7 to 7 of 7')).toBeVisible();
  await screen.getByRole('button', { name: 'Next page' }).first().click();
  await expect.element(screen.getByText('4 to 6 of 7')).toBeVisible();
  expect(screen.router.state.location.search).toEqual({ 'more.page': '3', page: '2' });
});

it.each(PHONES)('stacks its rows on a phone of %i px, and stays a table', async (...size) => {
  await page.viewport(...size);
  answer(listSessions, () => [...sessions, { ...(sessions[0] as Session), id: idOf(9), address: '' }]);
  const screen = await draw(<Sessions />);
  const table = screen.getByRole('table', { name: 'Sessions' });
  await expect.element(table).toBeVisible();
  const frame = table.element().parentElement as HTMLElement;
  expect(frame.scrollWidth).toBe(frame.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(size[0]);

  const row = table.getByRole('row', { name: /Safari/ });
  const cells = [...row.element().children];
  expect(cells.map((cell) => getComputedStyle(cell, '::before').content.replace(/ \/ ""$/, ''))).toEqual([
    '"Last used"',
    '"Where"',
    '"Address"',
    'none',
  ]);
  const [used, where, address, actions] = cells.map((cell) => cell.getBoundingClientRect());
  expect(where?.bottom, 'the name of the row stands first').toBeLessThanOrEqual(used?.top ?? 0);
  expect(actions?.top, 'the buttons stand last').toBeGreaterThanOrEqual(address?.bottom ?? 0);
  await expect.element(row.getByRole('button', { name: 'End Safari' })).toBeInViewport();
  await expectNoFindings();

  // Reads the accessibility tree of the browser: missing values keep their cells.
  expect(await rolesOfTable()).toEqual([
    'columnheader',
    'columnheader',
    'columnheader',
    'columnheader',
    ...sessions.flatMap(() => ['cell', 'rowheader', 'cell', 'cell']),
    'cell',
    'rowheader',
    'cell',
    'cell',
  ]);

  await screen.getByRole('columnheader', { name: 'Where' }).getByRole('button').click();
  await expect.poll(namesOf).toEqual(['Chromium', 'Firefox', 'Firefox', 'Safari']);
});

it('begins another search with its first page, and leaves the page of another list alone', async () => {
  answer(listSessions, () => sessions);
  function Searched() {
    const [search, setSearch] = useState('');
    const { data, ...query } = useQuery(endpointQuery(listSessions, {}));
    return (
      <>
        <button onClick={() => setSearch('r')}>Search</button>
        <EntityTable
          caption="Sessions"
          name="sessions"
          search={search}
          query={{ ...query, data: data?.filter(({ userAgent }) => userAgent.includes(search)) }}
          columns={sessionColumns}
          rowKey={({ id }) => id}
          pageSize={1}
          empty={{ hint: 'Nobody is signed in.', action: null }}
        />
      </>
    );
  }
  const screen = await draw(<Searched />, { path: '/?sessions.page=2&other.page=2' });
  await expect.element(screen.getByRole('rowheader', { name: 'Chromium' })).toBeVisible();
  await screen.getByRole('button', { name: 'Search' }).click();
  await expect.element(screen.getByRole('rowheader', { name: 'Firefox' })).toBeVisible();
  expect(screen.router.state.location.searchStr).toBe('?other.page=2');
});
