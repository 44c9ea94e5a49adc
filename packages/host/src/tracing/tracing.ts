import type { SpanAttributes, StartedTracing, TracedProcess, TracingSettings } from './open-telemetry.ts';

// One for a process, as OpenTelemetry has it: spans are made where no one passes anything along, as in a query.
let started: StartedTracing | undefined;

/**
 * From now on this process records what it does, and for whom. OpenTelemetry is loaded here and nowhere else: without
 * traces it costs nothing. Returns what sends the rest and ends it.
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

/** What this process records with; undefined where nothing is traced. */
export function activeTracing(): StartedTracing | undefined {
  return started;
}

/** Runs a piece of work, as a part of what it is done for. */
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
