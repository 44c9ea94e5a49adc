import { once } from 'node:events';
import fastify, { type FastifyReply } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { leavingOf } from './leaving.ts';

/** Calls a handler, and leaves as soon as it has begun. */
async function leave<Result>(handle: (reply: FastifyReply) => Promise<Result>): Promise<Result> {
  const app = fastify();
  onTestFinished(() => app.close());
  const result = Promise.withResolvers<Result>();
  const left = new AbortController();
  app.get('/', (_, reply) => {
    result.resolve(handle(reply));
    left.abort();
    return reply.hijack();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await expect(fetch(url, { signal: left.signal })).rejects.toThrow('aborted');
  return result.promise;
}

it('a caller who leaves is heard', async () => {
  const said = await leave(async (reply) => {
    const leaving = leavingOf(reply);
    return [leaving.isCanceled, await new Promise((resolve) => leaving.onCancel(() => resolve('left')))];
  });
  expect(said).toEqual([false, 'left']);
});

it('so is one who has left already', async () => {
  const isCanceled = await leave(async (reply) => {
    await once(reply.raw, 'close');
    return leavingOf(reply).isCanceled;
  });
  expect(isCanceled).toBe(true);
});
