import { searchLog } from '@atrium/contract/audit/log';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { Activity } from './Activity.tsx';

const now = new Date('2026-11-24T12:00:00Z');
const entry = {
  id: '0',
  createdOn: '2026-11-24T10:00:00.000Z',
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
};

it('names the administrator who acted as the customer, links to the object, and folds sign-ins', async () => {
  signIn('billing.read', 'configuration.read');
  const paid = { action: 'invoice.pay', message: 'Paid invoice 2026-000002 ($126.73)' };
  const edited = { action: 'configuration.edit', message: 'hyper-dispatch: Support touches greet' };
  answer(searchLog, () => ({
    now: now.toISOString(),
    logs: [
      entry,
      { ...entry, id: '1' },
      { ...entry, id: '2', ...edited, impersonator: 'admin' },
      { ...entry, id: '3', ...paid },
      { ...entry, id: '4' },
    ],
  }));
  const screen = await draw(<Activity now={now} />);
  await expect.element(screen.getByText(/^admin as ada, /)).toBeVisible();
  const link = screen.getByRole('link', { name: paid.message });
  await expect.element(link).toHaveAttribute('href', '/console/payment/history');
  await expect
    .element(screen.getByRole('link', { name: 'Changed hyper-dispatch: Support touches greet' }))
    .toHaveAttribute('href', '/console/services/hyper-dispatch?tab=versions');
  await expect
    .element(screen.getByRole('link', { name: 'Show all' }))
    .toHaveAttribute('href', '/console/activity');
  expect(screen.getByRole('listitem').elements()).toHaveLength(3);
});
