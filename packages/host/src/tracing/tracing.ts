import type { SpanAttributes, StartedTracing, TracedProcess, TracingSettings } from './open-telemetry.ts';

// One tracer per process, as in OpenTelemetry: spans are created in places without a context argument, such as
// queries.
let started: StartedTracing | undefined;

/**
 * Starts tracing in this process. OpenTelemetry is loaded only here, so it costs nothing without traces.
 * Returns a function that flushes and stops it.
 */
export async function startTracing(
  settings: TracingSettings,
  process: TracedProcess,
): Promise<() => Promise<void>> {
  const { createTracing } = await import('./open-telemetry.ts');
  const own = createTracing(settings, process);
  started = own;
  return async () => {
    if (started === own) started = undefined;
    await own.stop();
  };
}

/** Tracer of this process; undefined without traces. */
export function activeTracing(): StartedTracing | undefined {
  return started;
}

/** Runs a function as a child of the current span. */
export function inSpan<Result>(
  name: string,
  attributes: SpanAttributes,
  run: () => Promise<Result>,
): Promise<Result> {
  return started === undefined ? run() : started.inSpan(name, attributes, run);
}

/** Headers by which the process that is called goes on with this trace. */
export function traceHeaders(): Record<string, string> {
  return started?.headers() ?? {};
}

/** The trace that is being recorded, for lines of the log. */
export function currentTraceId(): string | undefined {
  return started?.traceId();
}
