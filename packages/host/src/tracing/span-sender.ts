import { parentPort, workerData } from 'node:worker_threads';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { fromSentSpan, type SentSpan } from './sent-span.ts';

/** What the thread that sends spans is started with. */
export interface SpanSenderSettings {
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  name: string;
  version: string;
}

export interface SpanBatch {
  id: number;
  spans: SentSpan[];
}

/** No error: they were taken. */
export interface SentBatch {
  id: number;
  error: string | undefined;
}

const { url, headers, timeoutMs, name, version } = workerData as SpanSenderSettings;
const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs });
const shared = {
  resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
  instrumentationScope: { name: 'atrium', version },
};

parentPort?.on('message', ({ id, spans }: SpanBatch) => {
  exporter.export(
    spans.map((span) => fromSentSpan(span, shared)),
    ({ error }) => parentPort?.postMessage({ id, error: error?.message } satisfies SentBatch),
  );
});
