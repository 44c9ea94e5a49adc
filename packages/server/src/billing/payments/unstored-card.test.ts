import { setUpBilling } from '@atrium/contract/billing/setup';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { UnavailableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { unusedCard } from '../../../test/unused-card.ts';
import type { Database } from '../../database/schema.ts';
import { createTestProvider } from '../../providers/payments/test-provider.ts';
import { Wallet } from '../wallet/wallet.service.ts';

const address = { addressCountry: 'AT', addressCity: 'Wien', addressLine1: 'Ring 1', addressZip: '1010' };
let server: TestApp;
/** Cards are kept when all of them have been asked for. */
let waited = 0;
let gate = Promise.withResolvers<void>();

beforeAll(async () => {
  server = await startTestApp({
    payments(db, clock, random) {
      const provider = createTestProvider(db, clock, random);
      return {
        ...provider,
        async keepCard(...card) {
          waited -= 1;
          if (waited === 0) gate.resolve();
          await gate.promise;
          return provider.keepCard(...card);
        },
      };
    },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

function waitFor(cards: number): void {
  waited = cards;
  gate = Promise.withResolvers();
}

async function enterCard() {
  const { token } = await server.call(createTestToken, { body: unusedCard() });
  return { token, cardHolderName: 'Ada' };
}

/** What the provider does with the cards that it keeps, in alphabetical order. */
async function listBehaviours(): Promise<string[]> {
  const { db } = server.context;
  const rows = await db
    .selectFrom('testProviderCards')
    .select('behaviour')
    .orderBy('behaviour')
    .orderBy('id')
    .execute();
  await db.deleteFrom('testProviderCards').execute();
  return rows.map(({ behaviour }) => behaviour);
}

test('of two set-ups at once the card of the refused one is forgotten by the provider', async () => {
  const caller = await buildUser(server.context);
  waitFor(2);
  const bodies = [1, 2].map(async () => ({ card: await enterCard(), address }));
  const answers = await Promise.all(
    bodies.map(async (body) => server.request(setUpBilling, { body: await body }, { as: caller })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  // One that was forgotten declines.
  expect(await listBehaviours()).toEqual(['declines', 'succeeds']);
});

test('a card is not forgotten where only the answer of the commit was lost', async () => {
  const caller = await buildUser(server.context);
  waitFor(1);
  const { context } = server;
  const { attempts } = context.accounts;
  const parts = { ...context, attempts, payments: context.billing.provider };
  const wallet = new Wallet({ ...parts, db: losingOnce(context.db) });
  await expect(wallet.createCard(caller, await enterCard(), '127.0.0.1')).rejects.toThrow(
    'The answer was lost.',
  );
  expect(await wallet.hasCard(caller)).toBe(true);
  expect(await listBehaviours()).toEqual(['succeeds']);
});

/** A database whose first transaction is committed without a word. */
function losingOnce(db: Kysely<Database>): Kysely<Database> {
  let isLost = false;
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction' || isLost) {
        const part: unknown = Reflect.get(target, name, target);
        return typeof part === 'function' ? part.bind(target) : part;
      }
      isLost = true;
      return () => ({
        async execute(work: Parameters<ReturnType<Kysely<Database>['transaction']>['execute']>[0]) {
          await target.transaction().execute(work);
          throw new UnavailableError('The answer was lost.');
        },
      });
    },
  });
}
