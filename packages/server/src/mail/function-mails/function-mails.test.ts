import type { EndpointInput } from '@atrium/contract/endpoint';
import { FunctionMail, listFunctionMails, removeSuppression } from '@atrium/contract/services/function-mails';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { type MailMessage, MailRefusedError } from '../mail-provider.ts';
import { functionMailJobs } from './function-mails.job.ts';

const sent = vi.fn<(message: MailMessage) => Promise<void>>(() => Promise.resolve());
const service = { serviceId: 'hyper-dispatch', accessKeyId: 'k' };

let server: TestApp;
let owner: Caller;
let email: string;

beforeAll(async () => {
  server = await startTestApp({ mail: { send: sent, close: () => {} } });
  owner = await buildUser(server.context);
  const found = await server.context.db
    .updateTable('users')
    .set({ emailConfirmedOn: server.clock.now() })
    .where('id', '=', owner.userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  email = found.email;
});
afterAll(() => server[Symbol.asyncDispose]());

const mailOf = (parts: object) =>
  FunctionMail.parse({ to: email, subject: 'Report', text: 'Hello', ...parts });
const send = (parts: object, id = server.context.random.id()) =>
  server.context.functionMails.send(service, {
    id,
    domainId: owner.domainId,
    function: 'reports/nightly',
    mail: mailOf(parts),
  });
const deliver = () => server.context.jobs.runDue(functionMailJobs(server.context.functionMails));
const list = (query: EndpointInput<typeof listFunctionMails>['query'] | object = {}) =>
  server.call(listFunctionMails, { query }, { as: owner });

test('a mail is sent once in the name of the domain, and listed with what became of it', async () => {
  const id = server.context.random.id();
  const parts = {
    replyTo: 'shop@example.com',
    attachments: [{ name: 'orders.csv', type: 'text/csv', content: 'id;total\n1;7,50' }],
  };
  expect(await send(parts, id)).toEqual({ refused: [] });
  await send(parts, id);
  expect((await list()).content).toMatchObject([
    { to: email.toLowerCase(), subject: 'Report', state: 'WAITING' },
  ]);
  await deliver();
  await deliver();
  expect(sent).toHaveBeenCalledTimes(1);
  const [message] = sent.mock.lastCall ?? [];
  expect(message).toMatchObject({ subject: 'Report', text: 'Hello', replyTo: 'shop@example.com' });
  expect(message?.attachments?.[0]?.content.toString()).toBe('id;total\n1;7,50');
  expect((await list()).content).toMatchObject([{ state: 'SENT', function: 'reports/nightly' }]);
  const kept = await server.context.db.selectFrom('functionMails').select('mail').execute();
  expect(kept).toEqual([{ mail: null }]);
});

test('without a card only confirmed people of the domain get mails', async () => {
  const { refused } = await send({ to: [email, 'stranger@example.com'] });
  expect(refused).toMatchObject([
    { to: 'stranger@example.com', reason: expect.stringContaining('Without a card') },
  ]);
  expect((await list({ search: 'STRANGER@' })).content).toMatchObject([
    { state: 'FAILED', error: expect.stringContaining('Without a card'), isAddressSuppressed: false },
  ]);
});

test('an address that the mail server refuses gets nothing more', async () => {
  await deliver();
  sent.mockImplementationOnce(() => {
    const refusal = new MailRefusedError('550 no such mailbox');
    refusal.isOfRecipient = true;
    return Promise.reject(refusal);
  });
  await send({ subject: 'Bounces' });
  await deliver();
  expect((await list()).content[0]).toMatchObject({ subject: 'Bounces', state: 'FAILED' });
  expect((await list()).content[0]?.error).toContain('550 no such mailbox');
  const { refused } = await send({ subject: 'Again' });
  expect(refused).toMatchObject([{ reason: expect.stringContaining('550 no such mailbox') }]);
  const { content } = await list({ state: 'SUPPRESSED' });
  expect(content).toMatchObject([
    { subject: 'Again', error: expect.stringContaining('550 no such mailbox'), isAddressSuppressed: true },
  ]);
});

test('an address gets mails again once its suppression is removed, in its own domain alone', async () => {
  const remove = (caller: Caller, to: string) =>
    server.call(removeSuppression, { body: { to } }, { as: caller });
  const stranger = await buildUser(server.context);
  await expect(remove(stranger, email)).rejects.toThrow('404');
  await expect(remove(owner, 'other@example.com')).rejects.toThrow('404');
  await remove(owner, email.toUpperCase());
  await expect(remove(owner, email)).rejects.toThrow('404');
  expect((await list()).content.some(({ isAddressSuppressed }) => isAddressSuppressed)).toBe(false);
  expect(await send({ subject: 'Once more' })).toEqual({ refused: [] });
  await deliver();
  expect((await list()).content[0]).toMatchObject({ subject: 'Once more', state: 'SENT' });
  const logged = await server.context.db
    .selectFrom('logEntries')
    .select(['domainId', 'userId'])
    .where('action', '=', 'mail.allow')
    .execute();
  expect(logged).toEqual([{ domainId: owner.domainId, userId: owner.userId }]);
});

test('the list is filtered by service, state and part of an address, and read page by page', async () => {
  const all = (await list({ size: 200 })).content;
  const first = await list({ size: 2 });
  expect([first.content.length, first.hasMore]).toEqual([2, true]);
  const next = await list({ size: 200, before: first.content[1]?.id });
  expect([...first.content, ...next.content]).toEqual(all);
  expect((await list({ serviceId: 'content' })).content).toEqual([]);
  expect((await list({ serviceId: 'hyper-dispatch', size: 200 })).content).toEqual(all);
  expect((await list({ state: 'SENT' })).content).toEqual(all.filter(({ state }) => state === 'SENT'));
  expect((await list({ search: '%' })).content).toEqual([]);
  await expect(list({ state: 'LOST' })).rejects.toThrow('400');
});

test('other domains see none of it', async () => {
  const stranger = await buildUser(server.context);
  const { content } = await server.call(listFunctionMails, { query: {} }, { as: stranger });
  expect(content).toEqual([]);
});

test.each([
  [{ to: 'a@example.com\r\nBcc: b@example.com' }],
  [{ to: 'a@example.com, b@example.com' }],
  [{ to: '"a" <a@example.com>' }],
  [{ to: 'a@example.com>' }],
  [{ to: [] }],
  [{ subject: 'Hello\r\nBcc: b@example.com' }],
  [{ subject: 'Hello\u2028Bcc: b@example.com' }],
  [{ subject: 'Hello\u0000' }],
  [{ replyTo: 'a@example.com\nX: y' }],
  [{ attachments: [{ name: 'a\r\nX: y', type: 'text/csv', content: '' }] }],
  [{ attachments: [{ name: 'a', type: 'text/csv\r\nX: y', content: '' }] }],
  [{ attachments: [{ name: 'a', type: 'text/csv', content: 'x'.repeat(700_000) }] }],
  [{ text: undefined }],
  [{ from: 'ceo@example.com' }],
  [{ headers: { Bcc: 'b@example.com' } }],
])('%j is refused', (parts) => {
  expect(FunctionMail.safeParse({ to: 'a@example.com', subject: 'S', text: 'T', ...parts }).success).toBe(
    false,
  );
});

test('the daily limit ends it', async () => {
  await server.context.db
    .insertInto('domainDayCounts')
    .values({ domainId: owner.domainId, name: 'mailsPerDay', day: '2026-11-21', used: 50 })
    .onConflict((conflict) => conflict.columns(['domainId', 'name']).doUpdateSet({ used: 50 }))
    .execute();
  await expect(send({})).rejects.toThrow('Mails of functions in a day');
});
