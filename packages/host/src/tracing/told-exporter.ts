import type { SpanExporter } from '@opentelemetry/sdk-trace-node';

/** An exporter that says when it fails: OpenTelemetry itself keeps it to itself. */
export function tellErrors(exporter: SpanExporter, onError: (error: Error) => void): SpanExporter {
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        if (result.error) onError(result.error);
        onResult(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
