import { createCard, listCards, makeCardDefault } from '@atrium/contract/billing/card';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild } from '../../../test/factories.ts';
import { buildCustomer } from '../../../test/invoices.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { unusedCard } from '../../../test/unused-card.ts';
import { allJobs } from '../../all-jobs.ts';
import type { Caller } from '../../http/caller.ts';
import type { MailMessage } from '../../mail/mail-provider.ts';

let server: TestApp;
const sent: MailMessage[] = [];
beforeAll(async () => {
  server = await startTestApp({
    mail: { send: async (message) => void sent.push(message), close: () => {} },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

async function addCard(as: Caller, expMonth: number, expYear: number): Promise<string> {
  const { token } = await server.call(createTestToken, { body: { ...unusedCard(), expMonth, expYear } });
  return (await server.call(createCard, { body: { token, cardHolderName: 'Ada' } }, { as })).id;
}
const mailsTo = async ({ userId }: Caller) => {
  await server.context.jobs.runDue(allJobs(server.context));
  return sent.filter(({ to }) => to === `user-${userId}@example.com`);
};
const goTo = (day: string) =>
  server.clock.travel(Date.parse(`${day}T06:40:00Z`) - server.clock.now().getTime());

test('in the last month of a default card everyone who may see the bills gets one mail, and then it is not made the default again', async () => {
  const { caller, cardId } = await buildCustomer(server);
  const accountant = await buildChild(server.context, caller, ['billing.read']);
  const developer = await buildChild(server.context, caller, ['tests.run']);
  const { cardMails } = server.context.billing;
  const today = server.clock.now();
  const year = today.getUTCFullYear() + 1;
  const card = await addCard(caller, 3, year);
  await addCard(caller, 3, year);
  await server.call(makeCardDefault, { params: { id: card } }, { as: caller });
  goTo(`${year}-02-28`);
  await cardMails.requestExpiring();
  expect(await mailsTo(caller)).toEqual([]);
  goTo(`${year}-03-01`);
  await Promise.all([cardMails.requestExpiring(), cardMails.requestExpiring()]);
  goTo(`${year}-03-31`);
  await cardMails.requestExpiring();
  for (const reader of [caller, accountant]) {
    const [mail, ...others] = await mailsTo(reader);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`expires at the end of March ${year}.`);
    expect(mail?.text).toContain('/console/payment');
  }
  expect(await mailsTo(developer)).toEqual([]);

  goTo(`${year}-04-01`);
  await server.call(makeCardDefault, { params: { id: cardId } }, { as: caller });
  const refused = await server.request(makeCardDefault, { params: { id: card } }, { as: caller });
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    expect.stringMatching(new RegExp(`^The card ending in \\d{4} expired in 03/${year}\\. Add a card`)),
  ]);
  const cards = await server.call(listCards, {}, { as: caller });
  expect(cards.find(({ defaultCard }) => defaultCard)?.id).toBe(cardId);
});

test('a default card about which no mail was sent in its last month is mailed about afterwards, once', async () => {
  const { caller } = await buildCustomer(server);
  const { cardMails } = server.context.billing;
  const year = server.clock.now().getUTCFullYear() + 1;
  const card = await addCard(caller, 3, year);
  await server.call(makeCardDefault, { params: { id: card } }, { as: caller });
  goTo(`${year}-05-02`);
  await cardMails.requestExpiring();
  await cardMails.requestExpiring();
  const mails = await mailsTo(caller);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your card ending in \d{4} has expired$/),
  ]);
  expect(mails[0]?.text).toContain(
    `expired at the end of March ${year}, so invoices cannot be charged to it.`,
  );
});
