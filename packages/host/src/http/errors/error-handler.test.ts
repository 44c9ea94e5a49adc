import { once } from 'node:events';
import { request } from 'node:http';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { UnavailableError } from '../../errors.ts';
import { installErrorHandler } from './error-handler.ts';

const INSIDE = `select * from secrets where key = 'a' -- postgres://user:password@db.internal`;

test('an unexpected error says nothing of the inside, and is in the log with its cause', async () => {
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(line) },
  );
  const app = fastify({ loggerInstance });
  installErrorHandler(app);
  app.get('/broken', async () => {
    throw new Error(INSIDE, { cause: new Error('the first cause') });
  });
  app.get('/away', async () => {
    const cause = new TypeError('fetch failed', { cause: new Error('self-signed certificate') });
    throw new UnavailableError('The service cannot be reached.', 5, cause);
  });
  const broken = await app.inject('/broken');
  expect([broken.statusCode, Object.keys(broken.json())]).toEqual([500, ['status', 'message', 'requestId']]);
  expect(broken.body).not.toMatch(/select|secrets|postgres|cause|\.ts/);
  const { requestId } = broken.json<{ requestId: string }>();
  const [failure] = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
  expect(failure).toMatchObject({ reqId: requestId, err: { message: expect.stringContaining('select') } });
  expect(failure.err.stack).toContain('the first cause');

  const away = await app.inject('/away');
  expect(away.json()).toMatchObject({ status: 503, message: 'The service cannot be reached.' });
  expect(away.body).not.toContain('certificate');
  const [refused] = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(refused).toMatchObject({
    reason: 'The service cannot be reached.',
    cause: 'fetch failed: self-signed certificate',
  });
  await app.close();
});

test.each(['ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_ABORTED'])(
  'whoever leaves before the end of the response is no failure; a response that ends too early is one (%s)',
  async (code) => {
    const failures: string[] = [];
    const loggerInstance: FastifyBaseLogger = pino(
      { level: 'error' },
      { write: (line: string) => void failures.push(line) },
    );
    const app = fastify({ loggerInstance });
    installErrorHandler(app);
    const early = () => Object.assign(new Error('Premature close'), { code });
    const asked = Promise.withResolvers<void>();
    const handled = Promise.withResolvers<void>();
    app.get('/left', async ({ raw }) => {
      asked.resolve();
      await once(raw.socket, 'close');
      setImmediate(handled.resolve);
      throw early();
    });
    app.get('/broken', async () => {
      throw early();
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = request(`${address}/left`).on('error', () => undefined);
    leaving.end();
    await asked.promise;
    leaving.destroy();
    await handled.promise;
    expect(failures).toEqual([]);
    await app.inject('/broken');
    expect(failures).toHaveLength(1);
    await app.close();
  },
);
