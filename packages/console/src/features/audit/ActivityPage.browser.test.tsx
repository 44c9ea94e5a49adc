import { searchLog } from '@atrium/contract/audit/log';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { ActivityPage } from './ActivityPage.tsx';

const entryAt = (minute: number, fields: object = {}) => ({
  id: `0190f2c4-7a10-7000-8000-0000000000${String(minute).padStart(2, '0')}`,
  createdOn: `2026-11-02T10:${String(minute).padStart(2, '0')}:00.000Z`,
  domainId: '0190f2c4-7a10-7000-8000-000000000002',
  domain: 'ada',
  action: 'account.sign-in',
  message: 'Signed in with Chrome on Linux at 127.0.0.1',
  user: 'ada',
  impersonator: null,
  pageServiceId: null,
  before: null,
  after: null,
  stackTrace: null,
  requestId: null,
  ...fields,
});

const now = '2026-11-02T12:00:00.000Z';
const card = { action: 'card.create', message: 'Added card ending in 4242' };

it('shows the whole log of the domain, page by page: sign-ins in a row once, and each entry with its page', async () => {
  signIn('audit.read', 'billing.read');
  const newest = [
    entryAt(59),
    entryAt(58),
    entryAt(57, { user: 'bo' }),
    ...Array.from({ length: 47 }, (_, index) =>
      entryAt(56 - index, { action: 'account.update', message: `Change ${56 - index}` }),
    ),
  ];
  // Repeats the last entry of the previous page, as the server does for entries of the same time.
  answer(searchLog, ({ body }) => ({
    now,
    logs: body.endAt === newest.at(-1)?.createdOn ? [...newest.slice(-1), entryAt(1, card)] : newest,
  }));
  const screen = await draw(<ActivityPage />);
  await expect.element(screen.getByRole('table', { name: 'Changes in your domain' })).toBeVisible();
  const rows = screen.getByRole('rowheader');
  await expect
    .element(rows.first())
    .toHaveTextContent('Signed in with Chrome on Linux at 127.0.0.1 and 1 sign-in before');
  expect(rows.elements()).toHaveLength(49);
  await expectNoFindings();
  await screen.getByRole('button', { name: 'Show older entries' }).click();
  await expect.element(screen.getByRole('button', { name: card.message })).toBeVisible();
  expect(rows.elements()).toHaveLength(50);
  await expect
    .element(screen.getByRole('link', { name: 'Payment info' }))
    .toHaveAttribute('href', '/console/payment');
  await screen.getByRole('button', { name: card.message }).click();
  await expect.element(screen.getByRole('dialog').getByText('card.create')).toBeVisible();
});

it('a search asks for the entries of the domain only, with what was typed', async () => {
  const asked: unknown[] = [];
  answer(searchLog, ({ body }) => {
    asked.push(body);
    return { now, logs: [] };
  });
  const screen = await draw(<ActivityPage />);
  await expect.element(screen.getByText('No entry matches this search.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Whom' })).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'Who' }).fill('bo');
  await screen.getByRole('textbox', { name: 'Text' }).fill('card');
  await screen.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => asked.at(-1)).toMatchObject({ user: 'bo', text: 'card' });
});
