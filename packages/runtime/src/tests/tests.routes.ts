import { cancelServiceTests, listServiceTests, runServiceTests } from '@atrium/contract/service-api/tests';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { TestsService } from './tests.service.ts';

export type AnnounceCancel = (domainId: string, runId: string, id?: string) => Promise<void>;

export function testsRoutes(app: FastifyInstance, tests: TestsService, announceCancel: AnnounceCancel): void {
  route(app, listServiceTests, (_, { domainId }) => tests.listTests(domainId));

  route(app, runServiceTests, async ({ body, request, reply }, caller) => {
    const abort = new AbortController();
    // `close` also comes after a finished answer, where it changes nothing.
    reply.raw.once('close', () => abort.abort());
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      // A kept connection would hold up the end of the process after the run.
      connection: 'close',
    });
    reply.raw.flushHeaders();
    try {
      await tests.runTests(
        caller,
        body,
        (line) => reply.raw.write(`${JSON.stringify(line)}\n`),
        abort.signal,
      );
      reply.raw.end();
    } catch (error) {
      // The status is sent already: a stream without its last line says that it was cut off.
      request.log.error({ err: error }, 'test run failed');
      reply.raw.destroy();
    }
    return undefined as never;
  });

  route(app, cancelServiceTests, ({ body: { runId, id } }, { domainId }) =>
    announceCancel(domainId, runId, id),
  );
}
