import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { defineEndpoint } from '@atrium/contract/endpoint';
import fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ResponseInLines } from '../bodies/responses.ts';
import { checkedValidatorCompiler } from '../bodies/text-check.ts';
import { installErrorHandler } from '../errors/error-handler.ts';
import { createRoute } from '../route.ts';
import { SlowCallLimit } from './slow-call-limit.ts';

interface Person {
  domain: string;
}

const route = createRoute<Record<'AUTHENTICATED' | 'ADMIN_ONLY' | 'SERVICE', Person>>(
  ({ headers }) => ({ domain: String(headers['x-domain']) }),
  ({ domain }) => domain,
);
const base = {
  tag: 'test',
  summary: 'Read',
  method: 'GET',
  access: 'AUTHENTICATED',
  permission: 'none',
  response: z.object({ got: z.string() }),
} as const;
const slow = defineEndpoint({ ...base, path: '/slow', isSlow: true });
const quick = defineEndpoint({ ...base, path: '/quick' });
const endless = defineEndpoint({ ...base, path: '/endless', isSlow: true });

async function* lineWithoutEnd() {
  yield 'one';
  await new Promise<never>(() => {});
}

/** Slow calls stay until they are released; a pool of ten and four processors let two of a domain run, and five of all. */
async function startApp(options: { patienceMs?: number; processors?: number } = {}) {
  const app = fastify();
  app.setValidatorCompiler(checkedValidatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  app.decorate('slowCallLimit', new SlowCallLimit({ poolSize: 10, processors: 4, ...options }));
  const running: { domain: string; release: () => void }[] = [];
  route(app, slow, ({ caller: { domain } }) => {
    const { promise, resolve } = Promise.withResolvers<{ got: string }>();
    running.push({ domain, release: () => resolve({ got: 'slowly' }) });
    return promise;
  });
  route(app, quick, () => ({ got: 'at once' }));
  route(app, endless, () => new ResponseInLines(lineWithoutEnd()));
  onTestFinished(() => app.close());
  const call = async (domain: string, url = '/slow') => app.inject({ url, headers: { 'x-domain': domain } });
  const domains = () => running.map(({ domain }) => domain);
  const release = () => running.splice(0).forEach((each) => each.release());
  return { app, call, domains, release };
}

test('two slow calls of a domain run, the others wait in line, and those of other domains go past', async () => {
  const { call, domains, release } = await startApp();
  const all = ['big', 'big', 'big', 'small', 'other'].map((domain) => call(domain));
  await expect.poll(domains).toEqual(['big', 'big', 'small', 'other']);
  expect((await call('big', '/quick')).json()).toEqual({ got: 'at once' });
  release();
  await expect.poll(domains).toEqual(['big']);
  release();
  expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
});

test.each([1, 2, 3])('of %i processors one domain keeps one busy', async (processors) => {
  const { call, domains, release } = await startApp({ processors });
  const all = ['big', 'big', 'small'].map((domain) => call(domain));
  await expect.poll(domains).toEqual(['big', 'small']);
  release();
  await expect.poll(domains).toEqual(['big']);
  release();
  await Promise.all(all);
});

test('all domains together leave half of the connections to everything else', async () => {
  const { call, domains, release } = await startApp();
  const all = ['a', 'a', 'b', 'b', 'c', 'c', 'd'].map((domain) => call(domain));
  await expect.poll(domains).toEqual(['a', 'a', 'b', 'b', 'c']);
  release();
  await expect.poll(domains).toEqual(['c', 'd']);
  release();
  await Promise.all(all);
});

test('a domain with too many waiting calls is refused with 429, and the others are not', async () => {
  const { call, domains, release } = await startApp();
  const answers = Array.from({ length: 40 }, () => call('big'));
  const refused = await Promise.all(answers.slice(34));
  expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array(6).fill([429, '5']),
  );
  const small = call('small');
  await expect.poll(domains).toEqual(['big', 'big', 'small']);
  let isOver = false;
  const all = Promise.all([...answers, small]).then(() => (isOver = true));
  await expect
    .poll(
      () => {
        release();
        return isOver;
      },
      { interval: 1, timeout: 20_000 },
    )
    .toBe(true);
  await all;
});

test('whoever waits too long is told to come again, and those that run go on', async () => {
  const { call, domains, release } = await startApp({ patienceMs: 50 });
  const first = [call('big'), call('big')];
  await expect.poll(domains).toHaveLength(2);
  expect((await call('big')).statusCode).toBe(429);
  release();
  expect((await Promise.all(first)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('a long answer keeps its permit until it is sent, but not for whoever reads slowly', async () => {
  const { app, call, domains, release } = await startApp({ processors: 1 });
  const held = Promise.withResolvers<void>();
  const written = new ResponseInLines(
    (async function* () {
      yield 'first';
      await held.promise;
    })(),
  );
  route(app, defineEndpoint({ ...base, path: '/long', isSlow: true }), () => written);
  const long = call('big', '/long');
  const next = call('big');
  const small = call('small');
  await expect.poll(domains).toEqual(['small']);
  held.resolve();
  expect((await long).statusCode).toBe(200);
  await expect.poll(domains).toEqual(['small', 'big']);
  release();
  await Promise.all([next, small]);

  const endless = new AbortController();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const read = fetch(`${address}/endless`, { headers: { 'x-domain': 'big' }, signal: endless.signal });
  expect((await read).status).toBe(200);
  const later = call('big');
  await expect.poll(domains, { timeout: 20_000 }).toEqual(['big']);
  release();
  expect((await later).statusCode).toBe(200);
  endless.abort();
});

test('whoever leaves the line is not read for', async () => {
  const { app, call, domains, release } = await startApp();
  const first = [call('big'), call('big')];
  await expect.poll(domains).toHaveLength(2);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const arrived = once(app.server, 'request') as Promise<[unknown, Writable]>;
  const leaving = new AbortController();
  const left = fetch(`${address}/slow`, { headers: { 'x-domain': 'big' }, signal: leaving.signal });
  const closed = arrived.then(([, response]) => once(response, 'close'));
  await arrived;
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');
  await closed;
  release();
  await Promise.all(first);
  const last = call('big');
  await expect.poll(domains).toEqual(['big']);
  release();
  await last;
});

test('a slow call that is open to everyone, or that nothing limits, is not registered', () => {
  const { permission: _, ...open } = base;
  const app = fastify();
  expect(() => route(app, slow, () => ({ got: '' }))).toThrow('nothing limits the slow calls');
  app.decorate('slowCallLimit', new SlowCallLimit({ poolSize: 10 }));
  const everyones = defineEndpoint({ ...open, path: '/open', access: 'PUBLIC', isSlow: true });
  expect(() => route(app, everyones, () => ({ got: '' }))).toThrow('open to everyone');
});
