import { expect, test } from 'vitest';
import { Declaration } from './declaration.ts';
import { declarationChanges, metadataChanges, scheduleWords } from './declaration-changes.ts';

const declare = (fields: object) => Declaration.parse(fields);
const stripe = { path: '/hooks/stripe', access: 'public', verify: { scheme: 'stripe', secret: 'HOOK' } };

test('what a function reaches and is reached by is said in words', () => {
  const after = declare({
    http: { ...stripe, cors: ['https://shop.example'] },
    fetch: ['api.stripe.com'],
    secrets: ['STRIPE_KEY'],
    variables: ['SHOP'],
    schedule: [{ cron: '0 7 * * 1-5', timeZone: 'Europe/Vienna' }],
    on: ['order.created'],
    timeout: 60,
    memory: 64,
  });
  expect(declarationChanges(undefined, after)).toEqual([
    'will be callable by anyone whose signature matches the secret HOOK at /hooks/stripe (POST)',
    'lets pages of https://shop.example read its answers',
    'reaches a new host: api.stripe.com',
    'gets the secret STRIPE_KEY',
    'gets the variable SHOP',
    'runs at 7:00 on weekdays (Europe/Vienna)',
    'runs with each event order.created',
    'may run for 60 s',
    'may use 64 MiB of memory',
  ]);
  expect(declarationChanges(after, after)).toEqual([]);
  expect(declarationChanges(after, undefined)).toEqual([
    'will no longer be callable at /hooks/stripe',
    'no longer lets pages of https://shop.example read its answers',
    'no longer reaches api.stripe.com',
    'no longer gets the secret STRIPE_KEY',
    'no longer gets the variable SHOP',
    'no longer runs at 7:00 on weekdays (Europe/Vienna)',
    'no longer runs with events order.created',
  ]);
});

test('only what differs is said', () => {
  const before = declare({ http: { path: '/a', access: 'user' }, fetch: ['one.example', 'two.example'] });
  const after = declare({ http: { path: '/b', access: 'public' }, fetch: ['two.example', 'three.example'] });
  expect(declarationChanges(before, after)).toEqual([
    'will be callable by anyone at /b (POST)',
    'will no longer be callable at /a',
    'reaches a new host: three.example',
    'no longer reaches one.example',
  ]);
  const same = declare({ http: { path: '/a', access: 'key', methods: ['GET'] } });
  expect(declarationChanges(before, same)[0]).toBe('will be callable with a key of the domain at /a (GET)');
});

test('texts of metadata files are compared, whatever cannot be read', () => {
  const text = `export default { description: 'x', fetch: ['api.stripe.com'], secrets: ['KEY'], http: ${JSON.stringify(stripe)} };`;
  expect(metadataChanges(null, text)).toEqual({
    changes: [
      'will be callable by anyone whose signature matches the secret HOOK at /hooks/stripe (POST)',
      'reaches a new host: api.stripe.com',
      'gets the secret KEY',
    ],
    secrets: ['KEY', 'HOOK'],
  });
  expect(metadataChanges(text, text).changes).toEqual([]);
  const disabled = text.replace("description: 'x'", 'disabled: true');
  expect(metadataChanges(text, disabled).changes).toEqual(metadataChanges(text, null).changes);
  expect(metadataChanges('export default {', `export default { fetch: 7 };`)).toEqual({
    changes: [],
    secrets: [],
  });
});

test.each([
  ['* * * * *', 'every minute (UTC)'],
  ['*/15 * * * *', 'every 15 minutes (UTC)'],
  ['0 * * * *', 'every hour (UTC)'],
  ['5 * * * *', 'every hour at minute 5 (UTC)'],
  ['5 0 * * *', 'at 0:05 (UTC)'],
  ['30 18 * * 0,6', 'at 18:30 on Sundays, Saturdays (UTC)'],
  ['0 6 1 * *', 'at 6:00 on day 1 of each month (UTC)'],
  ['0 6 1 1 *', 'by the pattern 0 6 1 1 * (UTC)'],
  ['0 6-8 * * MON', 'by the pattern 0 6-8 * * MON (UTC)'],
])('%s is %s', (cron, words) => expect(scheduleWords({ cron, timeZone: 'UTC' })).toBe(words));
