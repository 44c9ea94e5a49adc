import { expect, test } from 'vitest';
import { parseDeclaration } from './declaration.ts';

const problemOf = (fields: Parameters<typeof parseDeclaration>[0]) => {
  const parsed = parseDeclaration(fields);
  return parsed && 'problem' in parsed ? parsed.problem : undefined;
};

test('nothing is declared by other fields', () => {
  expect(parseDeclaration({ tags: ['a'], disabled: true })).toBeUndefined();
});

test('a webhook with defaults', () => {
  const verify = { scheme: 'stripe', secret: 'STRIPE_WEBHOOK_SECRET' };
  expect(parseDeclaration({ http: { path: '/hooks/stripe', access: 'public', verify } })).toEqual({
    declaration: {
      http: { path: '/hooks/stripe', methods: ['POST'], access: 'public', cors: [], verify },
      fetch: [],
      secrets: [],
      variables: [],
      schedule: [],
      on: [],
    },
  });
});

test.each([
  [{ http: { path: '/../a', access: 'public' } }, '"http.path" must not contain . or ..'],
  [{ http: { path: 'hooks', access: 'public' } }, '"http.path" must begin with /'],
  [{ http: { path: '/{a}/{a}', access: 'public' } }, '"http.path" names a parameter twice'],
  [{ http: { path: '/a', access: 'anyone' } }, '"http.access" must be public, key or user'],
  [{ http: { path: '/a', access: 'public', cache: 1 } }, '"http" does not know cache'],
  [{ http: { path: '/a', access: 'public', verify: { scheme: 'x' } } }, '"http.verify'],
  [{ fetch: ['https://api.stripe.com'] }, '"fetch.0" must be the name of a host'],
  [{ fetch: ['*'] }, '"fetch.0" must be the name of a host'],
  [{ secrets: ['stripe'] }, '"secrets.0" must consist of capital letters'],
  [{ schedule: [{ cron: '* * * *' }] }, '"schedule.0.cron" needs five fields'],
  [{ schedule: [{ cron: '* * * * *', timeZone: 'Mars/Base' }] }, '"schedule.0.timeZone" must be a time zone'],
  [{ timeout: 301 }, '"timeout" must be 300 or less'],
  [{ memory: 16 }, '"memory" must be 32 or more'],
])('%j is refused by name', (fields, problem) => {
  expect(problemOf(fields)).toContain(problem);
});
