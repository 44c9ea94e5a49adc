import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofDomain, startTestServices, type TestServices } from '../../test/support.ts';
import { Checks } from './checks.ts';
import { createPatternTest, type PatternTest } from './pattern.ts';

const SLOW = { properties: { x: { pattern: '^(a+)+$' } } };
const EVIL = { id: 'evil', x: `${'a'.repeat(40)}!` };
const MINUTE_MS = 60_000;

/** All that was ever allowed a pattern in this thread, in milliseconds. */
const allowedHere: number[] = [];
let time = 0;
let checks: Checks;
let services: TestServices;

beforeAll(async () => {
  const testPattern = await createPatternTest();
  const watched: PatternTest = (pattern, text, maxMs) => {
    allowedHere.push(maxMs);
    return testPattern(pattern, text, maxMs);
  };
  checks = new Checks(watched, { now: () => time, maxDomainMs: 1_000 });
  services = await startTestServices();
});

afterAll(async () => {
  await checks.close();
  await services[Symbol.asyncDispose]();
});

it('tries a check for a moment in its own thread, and a schema that was slow never again', async () => {
  const schema = structuredClone(SLOW);
  expect(await checks.check('tries', { schema, value: { x: 'aaa' } })).toBeUndefined();
  expect(await checks.check('tries', { schema, value: { x: 'b' } })).toBe('x must match ^(a+)+$');
  expect(await checks.check('tries', { schema, value: EVIL })).toBe('it takes too long to check');
  const tried = allowedHere.length;
  expect(await checks.check('tries', { schema, value: EVIL })).toBe('it takes too long to check');
  expect(await checks.check('tries', { schema, value: { x: 'aaa' } })).toBeUndefined();
  expect(allowedHere).toHaveLength(tried);
  expect(Math.max(...allowedHere)).toBeLessThanOrEqual(5);
});

it('gives a domain a share of the time of its threads, and no other one less', async () => {
  const schema = structuredClone(SLOW);
  const evil = (domainId: string) => checks.check(domainId, { schema, value: EVIL });
  let made = 0;
  const refused = await (async () => {
    for (; ; made++) {
      try {
        await evil('greedy');
      } catch (error) {
        return error;
      }
    }
  })();
  // A quarter of a second each, of one second.
  expect(made).toBeGreaterThan(1);
  expect(made).toBeLessThan(8);
  expect(refused).toMatchObject({
    kind: 'tooManyRequests',
    retryAfterSeconds: expect.any(Number),
    message: expect.stringContaining('has taken too much processor time'),
  });
  expect(await evil('modest')).toBe('it takes too long to check');
  expect(await checks.check('greedy', { schema: true, value: EVIL })).toBeUndefined();
  await expect(checks.forImport('greedy')({ schema, value: EVIL })).rejects.toThrow(
    'too much processor time',
  );
  time += MINUTE_MS;
  expect(await evil('greedy')).toBe('it takes too long to check');
}, 60_000);

it('ends an import that takes too long, whatever time its domain has', async () => {
  const many = checks.forImport('many');
  const xs = { items: { allOf: Array.from({ length: 300 }, () => ({})) } };
  const value = Array.from({ length: 2_000 }, () => 1);
  const answers: (string | undefined)[] = [];
  for (let count = 0; count < 100; count++) answers.push(await many({ schema: xs, value }));
  expect(answers[0]).toBeUndefined();
  expect(answers.at(-1)).toBe('it takes too long to check');
}, 60_000);

it('answers others while entries are inserted that take long to check', async () => {
  const attacker = ofDomain(services, 'attacker');
  const { body: live } = await attacker.call('GET', '/content/export/metadata');
  const content = `export default ${JSON.stringify({ schema: SLOW })};`;
  const folders = [{ name: 'collections', files: [{ name: 'evil.meta.js', action: 'remote', content }] }];
  expect(
    (await attacker.call('POST', '/content/import', { body: { baseVersion: live.version, folders } })).status,
  ).toBe(200);
  const answered: string[] = [];
  const insert = async () => {
    const { status, body } = await attacker.call('POST', '/content/entries/evil', { body: { x: EVIL.x } });
    // Whoever waits too long for their own others is told so.
    expect([status, body.message]).toEqual([
      expect.toBeOneOf([422, 429]),
      expect.stringMatching(/takes too long to check|already waiting/),
    ]);
    answered.push('attacker');
  };
  const inserts = Array.from({ length: 8 }, insert);
  const other = ofDomain(services, 'other');
  for (let count = 0; count < 3; count++) {
    expect((await other.call('POST', '/content/entries/orders/query', { body: {} })).status).toBe(200);
    answered.push('other');
  }
  await Promise.all(inserts);
  expect(answered.lastIndexOf('attacker')).toBeGreaterThan(answered.lastIndexOf('other'));
}, 60_000);

it('ends an import whose long checks take too long beside others', async () => {
  const schema = structuredClone(SLOW);
  const check = checks.forImport('importing');
  expect(await check({ schema, value: EVIL })).toBe('it takes too long to check');
  expect(await check({ schema, value: { x: 'aaa' } })).toBeUndefined();
  time += 16_000;
  expect(await check({ schema, value: { x: 'aaa' } })).toBe('it takes too long to check');
});
