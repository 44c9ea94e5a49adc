import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import { expect, onTestFinished, test } from 'vitest';
import { fromSentSpan } from './sent-span.ts';
import { createWorkerExporter } from './worker-exporter.ts';

const span = fromSentSpan(
  {
    name: 'GET /health',
    kind: SpanKind.SERVER,
    startTime: [1, 0],
    endTime: [2, 0],
    duration: [1, 0],
    status: { code: SpanStatusCode.OK },
    attributes: {},
    context: { traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 },
  },
  { resource: resourceFromAttributes({}), instrumentationScope: { name: 'atrium', version: '1' } },
);

function send(exporter: SpanExporter, spans: ReadableSpan[]) {
  return new Promise<number>((resolve) => {
    exporter.export(spans, ({ code }) => resolve(code));
  });
}

test('a thread that fails says so for all that it had to send, and the next batch gets another', async () => {
  const errors: string[] = [];
  const exporter = createWorkerExporter(
    { url: 'nonsense', headers: {}, timeoutMs: 1000, name: 'atrium', version: '1' },
    ({ message }) => errors.push(message),
  );
  onTestFinished(() => exporter.shutdown());
  expect(await Promise.all([send(exporter, [span]), send(exporter, [span])])).toEqual([1, 1]);
  expect(await send(exporter, [span])).toBe(1);
  expect(errors).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('nonsense')));
});
