import type { ServerResponse } from 'node:http';
import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import {
  cancelServiceTests,
  listServiceTests,
  listTestsOfSources,
  runServiceTests,
} from '@atrium/contract/service-api/functions/tests';
import { drained } from '@atrium/host/drained';
import { takenOver } from '@atrium/host/http/bodies/responses';
import type { FastifyInstance } from 'fastify';
import { leavingOf } from '../host/leaving.ts';
import { route } from '../host/route.ts';
import type { Tests } from './tests.service.ts';

/** Lines of a response: simultaneous lines are sent together, and backpressure of a slow reader applies. */
class LineStream {
  readonly #response: ServerResponse;
  #text = '';

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** `result` is the result of a test as JSON, as the sandbox wrote it. */
  readonly write = (line: ServiceTestLine, result?: string): void => {
    if (this.#text === '') setImmediate(this.#flush);
    const text = JSON.stringify(line);
    this.#text += result === undefined ? `${text}\n` : `${text.slice(0, -1)},"result":${result}}\n`;
  };

  /** Resolves when the reader has kept up, or is gone. */
  readonly room = (): Promise<void> => drained(this.#response);

  end(): void {
    this.#flush();
    this.#response.end();
  }

  readonly #flush = (): void => {
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !this.#response.destroyed) this.#response.write(text);
  };
}

export function testsRoutes(app: FastifyInstance, tests: Tests): void {
  route(app, listServiceTests, ({ caller }) => tests.list(caller.domainId));

  route(app, listTestsOfSources, ({ caller, body }) => tests.list(caller.domainId, body.sources));

  route(app, runServiceTests, async ({ caller, body, request, reply }) => {
    tests.checkComputing(caller);
    const leaving = leavingOf(reply);
    const prepared = await tests.prepare(caller.domainId, body.sources);
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      // A kept connection would hold up the end of the process after the run.
      connection: 'close',
    });
    reply.raw.flushHeaders();
    const lines = new LineStream(reply.raw);
    try {
      await tests.run(caller, body, prepared, { lines, leaving });
      lines.end();
    } catch (error) {
      // The status is already sent: a stream without its last line shows that it was cut off.
      request.log.error({ err: error }, 'test run failed');
      reply.raw.destroy();
    }
    return takenOver;
  });

  route(app, cancelServiceTests, ({ caller, body: { runId, id } }) =>
    tests.cancel(caller.domainId, runId, id),
  );
}
