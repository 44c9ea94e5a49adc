import { Worker } from 'node:worker_threads';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import { toSentSpan } from './sent-span.ts';
import type { SentBatch, SpanBatch, SpanSenderSettings } from './span-sender.ts';

type OnResult = Parameters<SpanExporter['export']>[1];

const PROGRAM = new URL('./span-sender.ts', import.meta.url);

/**
 * Sends spans by a thread of its own. In the thread of the requests the sending costs more than the recording, and not
 * while it sends only: it is code that V8 has compiled for the server, and compiles again for both (decision 0043).
 */
export function createWorkerExporter(
  settings: SpanSenderSettings,
  onError: (error: Error) => void,
): SpanExporter {
  let worker: Worker | undefined;
  let lastId = 0;
  const open = new Map<number, OnResult>();

  // OpenTelemetry keeps it to itself when spans cannot be sent.
  const finish = (id: number, message: string | undefined) => {
    const onResult = open.get(id);
    open.delete(id);
    if (message === undefined) return onResult?.({ code: 0 });
    const error = new Error(message);
    onError(error);
    onResult?.({ code: 1, error });
  };

  const start = () => {
    const started = new Worker(PROGRAM, { workerData: settings });
    started.on('message', ({ id, error }: SentBatch) => finish(id, error));
    started.on('error', ({ message }) => {
      worker = undefined;
      for (const id of open.keys()) finish(id, message);
    });
    // A collector that does not answer does not hold up the end of the process.
    started.unref();
    return started;
  };

  return {
    export(spans, onResult) {
      worker ??= start();
      lastId += 1;
      open.set(lastId, onResult);
      worker.postMessage({ id: lastId, spans: spans.map(toSentSpan) } satisfies SpanBatch);
    },
    async shutdown() {
      await worker?.terminate();
    },
  };
}
