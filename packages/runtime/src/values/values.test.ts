import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ann, importFiles, ofDomain, startTestServices, type TestServices } from '../../test/support.ts';

const SECRET = 'sk_live_51Hxyz"äöü/+42';
let services: TestServices;
let call: TestServices['call'];
let domainId = '';
let count = 0;

beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services[Symbol.asyncDispose]());
beforeEach(() => {
  domainId = `values-${++count}`;
  ({ call } = ofDomain(services, domainId));
});

const SERVICE = '/hyper-dispatch';

async function put(files: Record<string, string>): Promise<void> {
  const answer = await importFiles({ call }, files);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const set = (kind: string, name: string, body: object) =>
  call('PUT', `${SERVICE}/values/${kind}/${name}`, { body });
const OF_STARTER = ['PAYMENT_KEY', 'PAYMENT_SECRET', 'REPORT_TO'];
const list = async () =>
  (await call('GET', '/content/values')).body.content.filter(
    ({ name }: { name: string }) => !OF_STARTER.includes(name),
  );
const invoke = (name: string, body: unknown = null) => call('POST', `${SERVICE}/invoke/${name}`, { body });
const tryIt = async (name: string, input = 'null') =>
  (await call('POST', `${SERVICE}/invocations`, { body: { function: name, input } })).body;

const CHARGE = {
  'functions/charge.js': `export default (_input, { secrets, variables }) => [secrets.STRIPE_KEY, variables.SHOP, Object.keys(secrets)];`,
  'functions/charge.meta.js': `export default { secrets: ['STRIPE_KEY'], variables: ['SHOP'] };`,
};

describe('secrets and variables', () => {
  it('reach the functions that declare them, and follow each change', async () => {
    await put({
      ...CHARGE,
      'functions/other.js': `export default async (_input, { secrets, call }) => [Object.keys(secrets), await call('charge')];`,
      'functions/prying.js': `export default (_input, { secrets }) => secrets.STRIPE_KEY;`,
    });
    expect((await invoke('charge')).body.details.message).toBe(
      'The secret STRIPE_KEY is not set: set it on the page Secrets & variables',
    );
    expect((await set('secret', 'STRIPE_KEY', { value: SECRET })).status).toBe(204);
    await set('variable', 'SHOP', { value: 'Fir & Co' });
    const given = [SECRET, 'Fir & Co', ['STRIPE_KEY']];
    expect((await invoke('charge')).body).toEqual(given);
    expect((await invoke('other')).body).toEqual([[], given]);
    expect((await invoke('prying')).body.details.message).toBe(
      'The secret STRIPE_KEY is not declared: add it to secrets in functions/prying.meta.js',
    );
    await set('secret', 'STRIPE_KEY', { value: 'another-secret' });
    expect((await invoke('charge')).body[0]).toBe('another-secret');
    await call('DELETE', `${SERVICE}/values/secret/STRIPE_KEY`);
    expect((await invoke('charge')).status).toBe(422);
    expect((await call('DELETE', `${SERVICE}/values/secret/STRIPE_KEY`)).status).toBe(404);
  });

  it('are listed without values, with their uses, and those that are missing', async () => {
    await put({
      ...CHARGE,
      'functions/hook.js': 'export default () => 1;',
      'functions/hook.meta.js': `export default { http: { path: '/hook', access: 'public', verify: { scheme: 'stripe', secret: 'HOOK' } } };`,
    });
    await set('secret', 'STRIPE_KEY', { value: SECRET, testValue: 'test-value' });
    await set('variable', 'UNUSED', { value: 'x' });
    const usedBy = [{ serviceId: 'hyper-dispatch', function: 'charge' }];
    const listed = await list();
    expect(listed).toMatchObject([
      { kind: 'secret', name: 'HOOK', isSet: false, usedBy: [{ function: 'hook' }] },
      { kind: 'variable', name: 'SHOP', isSet: false, changedOn: null, usedBy },
      {
        kind: 'secret',
        name: 'STRIPE_KEY',
        isSet: true,
        hasTestValue: true,
        changedBy: ann.userId,
        usedOn: null,
        usedBy,
      },
      { kind: 'variable', name: 'UNUSED', isSet: true, usedBy: [] },
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/sk_live|test-value/);
    await invoke('charge');
    await expect.poll(async () => (await list())[2].usedOn, { timeout: 10_000 }).not.toBeNull();
  });

  it('have names and lengths that are limited, and belong to one domain', async () => {
    expect((await set('secret', 'lower', { value: 'x' })).status).toBe(400);
    expect((await set('secret', 'LONG', { value: 'x'.repeat(8_193) })).status).toBe(400);
    expect((await set('secret', 'NONE', {})).status).toBe(422);
    for (let n = 0; n < 8; n++) await set('secret', `S${n}`, { value: 'x'.repeat(8_192) });
    expect((await set('secret', 'S9', { value: 'x' })).body.message).toMatch(
      /at most 65,536 characters together/,
    );
    expect((await set('secret', 'S7', { value: 'short' })).status).toBe(204);
    const other = ofDomain(services, `${domainId}-other`);
    const { content } = (await other.call('GET', `${SERVICE}/values`)).body;
    expect(content.map(({ name }: { name: string }) => name)).toEqual(OF_STARTER);
    expect((await other.call('DELETE', `${SERVICE}/values/secret/S1`)).status).toBe(404);
    const reader = { ...ann, domainId, permissions: ['configuration.read'] as const };
    expect(
      (await call('PUT', `${SERVICE}/values/secret/S1`, { as: reader, body: { value: 'y' } })).status,
    ).toBe(403);
  });

  it('keep the value before a rotation for as long as asked, to verify signatures', async () => {
    const { values } = services.context;
    await set('secret', 'HOOK', { value: 'first' });
    await set('secret', 'HOOK', { value: 'second', keepsFormerSeconds: 3600 });
    expect(await values.readSecret(domainId, 'HOOK')).toEqual(['second', 'first']);
    expect((await list())[0].previousUntil).not.toBeNull();
    // A rotation that is repeated, such as by a script, is none.
    await set('secret', 'HOOK', { value: 'second', keepsFormerSeconds: 3600 });
    expect(await values.readSecret(domainId, 'HOOK')).toEqual(['second', 'first']);
    await set('secret', 'HOOK', { testValue: 'of tests' });
    expect(await values.readSecret(domainId, 'HOOK')).toEqual(['second', 'first']);
    await set('secret', 'HOOK', { value: 'third' });
    expect(await values.readSecret(domainId, 'HOOK')).toEqual(['third']);
    expect(await values.readSecret(domainId, 'NONE')).toEqual([]);
  });

  it('of tests are separate ones, or none', async () => {
    await put({
      ...CHARGE,
      'tests/charges.js': `export default async ({ call, expect }) => expect((await call('charge'))[0]).equals('test-value');`,
    });
    const run = async (more: object = {}) => {
      const { body } = await call('POST', `${SERVICE}/tests/run`, {
        body: { runId: `run-${++count}`, tests: ['tests/charges'], ...more },
      });
      return String(body);
    };
    await set('secret', 'STRIPE_KEY', { value: SECRET });
    await set('variable', 'SHOP', { value: 'x', testValue: 'y' });
    expect(await run()).toContain(
      "The secret STRIPE_KEY has no test value: enter one on the page Secrets & variables, or arrange one with mock.secrets({ STRIPE_KEY: 'a value' })",
    );
    await set('secret', 'STRIPE_KEY', { testValue: 'test-value' });
    expect(await run()).toContain('"OK"');
    // Not even test values for the tests of strangers; variables stay.
    expect(await run({ withoutSecrets: true })).toContain('The secret STRIPE_KEY has no test value');
    await put({
      'tests/charges.js': `export default async ({ call, expect, mock }) => {
        mock.secrets({ STRIPE_KEY: 'arranged' });
        expect((await call('charge')).slice(0, 2)).deep.equals(['arranged', 'y']);
      };`,
    });
    expect(await run({ withoutSecrets: true })).toContain('"OK"');
    await put({
      'tests/charges.js': `export default async ({ call, expect, mock }) => {
        const first = async () => (await call('charge').catch((error) => [error.message]))[0];
        expect(await first()).equals('test-value');
        mock.secrets({ STRIPE_KEY: 'arranged', UNKNOWN: 'x' });
        expect(await first()).equals('arranged');
        mock.secrets({ STRIPE_KEY: null });
        expect(await first()).contains('STRIPE_KEY has no test value');
      };`,
    });
    expect(await run()).toContain('"OK"');
  });
});

describe('secrets stay out of', () => {
  const LEAKS: [string, string][] = [
    ['console', `console.log(secrets.KEY, { deep: [secrets.KEY] }, secrets)`],
    ['an error', `throw new Error('with ' + secrets.KEY)`],
    ['the name of an error', `throw Object.assign(new Error('x'), { name: secrets.KEY })`],
    ['a cause', `throw new Error('outer', { cause: new Error(secrets.KEY) })`],
    ['fields of an error', `throw Object.assign(new Error('x'), { response: { key: secrets.KEY } })`],
    ['a stack', `const f = { [secrets.KEY]() { throw new Error('x'); } }; f[secrets.KEY]()`],
    ['what is thrown', `throw secrets.KEY`],
    ['an unhandled rejection', `Promise.reject(new Error(secrets.KEY)); return 1`],
    ['a result', `return { key: secrets.KEY }`],
    ['an encoded result', `return encodeURIComponent(secrets.KEY)`],
    ['a cut output', `console.log('x'.repeat(65536 - 12) + secrets.KEY)`],
    ['a parse error', `JSON.parse(secrets.KEY)`],
    ['a missing file', `await import('./' + secrets.KEY)`],
    ['the error of a collection', `await content.get(secrets.KEY, '1')`],
    ['the error of a missing function', `await call(secrets.KEY)`],
    ['the error of an id', `await content.insert('orders', { id: secrets.KEY })`],
  ];

  it.each(LEAKS)('the log: %s', async (_place, code) => {
    await put({
      'functions/leak.js': `export default async (_input, { secrets, content, call }) => { ${code}; };`,
      'functions/leak.meta.js': `export default { secrets: ['KEY'] };`,
    });
    await set('secret', 'KEY', { value: SECRET });
    const shown = await tryIt('leak', JSON.stringify(SECRET));
    expect(shown.id, JSON.stringify(shown)).toBeDefined();
    const called = await invoke('leak', SECRET);
    // What it returns reaches its caller as it is.
    expect(called.status === 200 ? '' : JSON.stringify(called.body)).not.toContain('sk_live_51H');
    await services.context.invocationLog.flush();
    const { body: log } = await call('GET', `${SERVICE}/invocations?details=true`);
    expect(log.content.length).toBe(2);
    const { rows } = await sql`select * from runtime.invocation where domain_id = ${domainId}`.execute(
      services.context.db,
    );
    for (const text of [shown, log, rows].map((value) => JSON.stringify(value)))
      expect(text).not.toMatch(/sk_live_51H|51Hxyz/);
  });

  it('the database, exports, personal data and the usage', async () => {
    await put(CHARGE);
    await set('secret', 'STRIPE_KEY', { value: SECRET, testValue: `${SECRET} of tests` });
    await set('secret', 'STRIPE_KEY', { value: `${SECRET} 2`, keepsFormerSeconds: 60 });
    await invoke('charge');
    const { rows } = await sql`select * from runtime.function_value where domain_id = ${domainId}`.execute(
      services.context.db,
    );
    expect(rows).toMatchObject([
      { value: expect.stringMatching(/^v1\./), previousValue: expect.stringMatching(/^v1\./) },
    ]);
    const answers = await Promise.all([
      call('GET', `${SERVICE}/export/metadata`),
      call('GET', `${SERVICE}/export/body`),
      call('GET', `${SERVICE}/person`),
      call('GET', `${SERVICE}/values`),
    ]);
    const all = JSON.stringify([rows, answers, services.usage]);
    expect(all).toContain('STRIPE_KEY');
    expect(all).not.toMatch(/sk_live_51H/);
  });
});
