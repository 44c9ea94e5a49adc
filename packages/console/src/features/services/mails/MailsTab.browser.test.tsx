import {
  listFunctionMails,
  removeSuppression,
  type SentFunctionMail,
} from '@atrium/contract/services/function-mails';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { MailsTab } from './MailsTab.tsx';

const sent: SentFunctionMail = {
  id: '0197a000-0000-7000-8000-0000000000a1',
  serviceId: 'hyper-dispatch',
  function: 'reports/nightly',
  to: 'ada@example.com',
  subject: 'Orders of yesterday',
  state: 'SENT',
  error: null,
  isAddressSuppressed: false,
  createdOn: '2026-11-29T10:00:00.000Z',
  endedOn: '2026-11-29T10:00:05.000Z',
};
const suppressed: SentFunctionMail = {
  ...sent,
  id: '0197a000-0000-7000-8000-0000000000a2',
  to: 'gone@example.com',
  state: 'SUPPRESSED',
  error: '550 no such mailbox',
  isAddressSuppressed: true,
};

function answerMails(mails: readonly SentFunctionMail[]) {
  const asked: (string | undefined)[][] = [];
  answer(listFunctionMails, ({ query: { serviceId, state, search } }) => {
    asked.push([serviceId, state, search]);
    return { content: mails.filter((mail) => state === undefined || mail.state === state), hasMore: false };
  });
  return asked;
}

it('lists mails with their state, filtered by state and address', async () => {
  signIn('audit.read', 'configuration.read', 'configuration.write');
  const asked = answerMails([sent, suppressed]);
  const screen = await draw(<MailsTab serviceId="hyper-dispatch" />);
  const row = screen.getByRole('row', { name: /gone@example\.com/ });
  await expect.element(row.getByText('550 no such mailbox')).toBeVisible();
  await expect.element(row.getByText('suppressed', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'reports/nightly' }).first()).toBeVisible();
  await expectNoFindings();
  await screen.getByLabelText('State').selectOptions('Failed');
  await expect.element(screen.getByText('No such mails')).toBeVisible();
  await screen.getByLabelText('Search addresses').fill('gone');
  await expect.poll(() => asked.at(-1)).toEqual(['hyper-dispatch', 'FAILED', 'gone']);
  await screen.getByRole('button', { name: 'Show all mails' }).click();
  await expect.element(row).toBeVisible();
});

it('removes an address from suppression after a question, and shows a refusal', async () => {
  signIn('audit.read', 'configuration.read', 'configuration.write');
  answerMails([sent, suppressed]);
  const removed: string[] = [];
  answer(removeSuppression, ({ body: { to } }) => {
    removed.push(to);
    answerMails([sent, { ...suppressed, isAddressSuppressed: false }]);
    return removed.length === 1 ? refusal(404, 'This address is not suppressed.') : undefined;
  });
  const screen = await draw(<MailsTab serviceId="hyper-dispatch" />);
  const button = screen.getByRole('button', { name: 'Remove from suppression: gone@example.com' });
  await button.click();
  await screen.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(screen.getByText('This address is not suppressed.')).toBeVisible();
  await screen.getByRole('button', { name: 'Ok' }).click();
  await expect.element(button).not.toBeInTheDocument();
  expect(removed).toEqual(['gone@example.com']);
});

it('says what belongs there, and offers nothing that is not allowed', async () => {
  signIn('audit.read', 'configuration.read');
  answerMails([]);
  const screen = await draw(<MailsTab serviceId="hyper-dispatch" />);
  await expect.element(screen.getByText('No mails yet')).toBeVisible();
  await screen.unmount();
  answerMails([suppressed]);
  const other = await draw(<MailsTab serviceId="hyper-dispatch" />);
  const button = other.getByRole('button', { name: /^Remove from suppression/ });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
});
