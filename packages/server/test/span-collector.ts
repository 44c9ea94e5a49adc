import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CollectedSpan, readSpans, type SpanBatch } from './otlp-spans.ts';

export interface SpanCollector extends AsyncDisposable {
  url: string;
  spans: CollectedSpan[];
  /** What it was sent, as it was sent. */
  bodies: string[];
  /** Headers of the last batch. */
  headers: NodeJS.Dict<string | string[]>;
}

/** Receives traces by OTLP over HTTP, as a collector of OpenTelemetry does. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    collector.headers = request.headers;
    bodies.push(body);
    spans.push(...readSpans(JSON.parse(body) as SpanBatch));
    response.setHeader('content-type', 'application/json').end('{}');
  };
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: SpanCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers: {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}
