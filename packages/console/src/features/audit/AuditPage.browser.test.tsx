import { searchAudit } from '@atrium/contract/audit/audit';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { nameService } from '../../../test/name-service.ts';
import { answer } from '../../../test/platform.ts';
import { AuditPage } from './AuditPage.tsx';

const entry = {
  id: '0190f2c4-7a10-7000-8000-000000000001',
  createdOn: '2026-11-02T10:00:00.000Z',
  domainId: '0190f2c4-7a10-7000-8000-000000000002',
  domain: 'ada',
  action: 'account.update',
  message: 'Changed the profile',
  user: 'ada',
  impersonator: null,
  pageServiceId: null,
  before: null,
  after: null,
  stackTrace: null,
  requestId: null,
};

it('a search that ended before it was through says how far it came, and goes on', async () => {
  const stoppedAt = { createdOn: '2026-11-10T10:00:00.000Z', id: '0190f2c4-7a10-7000-8000-000000000003' };
  answer(searchAudit, ({ body }) =>
    body.after === undefined
      ? { content: [], next: stoppedAt, searchedBackTo: stoppedAt.createdOn }
      : { content: [entry], next: null, searchedBackTo: null },
  );
  const screen = await draw(<AuditPage />);
  await expect.element(screen.getByText('No entry that was searched so far matches.')).toBeVisible();
  await expect
    .element(screen.getByText(/^Searched back to .+\. Older entries have not been searched yet\.$/))
    .toBeVisible();
  await expect.element(screen.getByText(/^Days and times are in your time zone, .+\.$/)).toBeVisible();
  await expectNoFindings();
  await screen.getByRole('button', { name: 'Search further back' }).click();
  await expect.element(screen.getByRole('button', { name: 'Changed the profile' })).toBeVisible();
  await expect.element(screen.getByText(/^Searched back/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Search further back' })).not.toBeInTheDocument();
});

it('names the platform where it did something by itself, and says what in words', async () => {
  answer(searchAudit, () => ({ content: [{ ...entry, user: '' }], next: null, searchedBackTo: null }));
  const screen = await draw(<AuditPage />);
  await expect.element(screen.getByRole('cell', { name: 'The platform' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'Changed a profile' })).toBeVisible();
});

it('names the pages of a service that did something for a person, and the code of what they did', async () => {
  const content = [{ ...entry, pageServiceId: 'shop' }];
  answer(searchAudit, () => ({ content, next: null, searchedBackTo: null }));
  const screen = await draw(<AuditPage />);
  // A service that is not there any more keeps its ID.
  await expect.element(screen.getByRole('cell', { name: 'Pages of shop for ada' })).toBeVisible();
  await nameService(screen.client, 'shop', 'Shop');
  await expect
    .element(screen.getByRole('cell', { name: 'Pages of Shop for ada', exact: true }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Changed the profile' }).click();
  await expect.element(screen.getByRole('dialog').getByText('By the pages of')).toBeVisible();
  await expect.element(screen.getByRole('dialog').getByText('Shop', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('dialog').getByText('account.update')).toBeVisible();
});

it('a search keeps the focus, as the last of several pages does, and the back button brings its words back', async () => {
  const next = { createdOn: entry.createdOn, id: entry.id };
  answer(searchAudit, ({ body }) =>
    body.after === undefined
      ? { content: [entry], next, searchedBackTo: null }
      : { content: [{ ...entry, id: next.id.replace(/1$/, '4') }], next: null, searchedBackTo: null },
  );
  const screen = await draw(<AuditPage />);
  const who = screen.getByRole('textbox', { name: 'Who' });
  await who.fill('ada');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.router.state.location.search).toEqual({ who: 'ada' });
  await expect.element(who).toHaveFocus();
  await screen.getByRole('button', { name: 'Show older entries' }).click();
  await expect.element(screen.getByText('That is all.')).toHaveFocus();
  screen.router.history.back();
  await expect.element(who).toHaveValue('');
});
