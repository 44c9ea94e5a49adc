import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';

export interface TracingSettings {
  /** Endpoint for OTLP over HTTP; `/v1/traces` is added. */
  endpoint: string;
  /** Extra headers, such as the receiver's token. */
  headers: Record<string, string>;
  /** Share of the requests from outside, and of the jobs, that are recorded: 0 to 1. */
  ratio: number;
}

export interface TracedProcess {
  /** `atrium`, or the part of it that runs alone. */
  name: string;
  version: string;
  /** Whether callers decide what is sampled, because they are processes of the platform. */
  followsCallers: boolean;
  onError: (error: Error) => void;
}

export type SpanAttributes = Attributes;

/** A collector that does not answer holds up neither requests nor the end of a process. */
const SEND_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 3_000;

/** Statements are of our own making and hold no values, but some are long. */
const MAX_STATEMENT_CHARACTERS = 2_000;

/** A request that is being answered. */
export interface RequestSpan {
  /** Runs what belongs to it. */
  run: (work: () => void) => void;
  end: (status: number, attributes: Attributes) => void;
}

export type StartedTracing = ReturnType<typeof createTracing>;

export function createTracing({ endpoint, headers, ratio }: TracingSettings, process: TracedProcess) {
  const { name, version, followsCallers, onError } = process;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers,
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
    // The platform's own callers set the sampling flag, and nothing else is recorded. Otherwise the sampler has
    // already decided at random, also for callers that don't record.
    sampler: followsCallers
      ? new ParentBasedSampler({ root: new AlwaysOffSampler() })
      : new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor(tellErrors(exporter, onError), { exportTimeoutMillis: SEND_TIMEOUT_MS }),
    ],
  });
  provider.register();
  const tracer = provider.getTracer('atrium', version);

  /**
   * By chance, not by the id of the trace as usual: a stranger names the trace that their request belongs to, and does
   * not decide that it is recorded.
   */
  const isChosen = () => Math.random() < ratio;

  /** Number of open recorded spans in this process. At zero, the usual case, no span lookup is needed. */
  let open = 0;

  /** Undefined where nothing is recorded, or nothing was asked for: then a part of it is not worth a span. */
  const recorded = () => {
    if (open === 0) return undefined;
    const span = trace.getActiveSpan();
    return span?.isRecording() === true ? span : undefined;
  };

  return {
    /** Whether a request may be recorded. Asked first: to read its headers and to make a span costs more than the rest. */
    isRequestChosen: (headers: object) => (followsCallers ? 'traceparent' in headers : isChosen()),

    /** Undefined where its caller records nothing. */
    beginRequest(method: string, route: string, carrier: object): RequestSpan | undefined {
      const parent = propagation.extract(context.active(), carrier);
      const span = tracer.startSpan(
        `${method} ${route}`,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
        parent,
      );
      if (!span.isRecording()) return undefined;
      const own = trace.setSpan(parent, span);
      open += 1;
      return {
        run: (work) => context.with(own, work),
        end(status, attributes) {
          span.setAttributes({ ...attributes, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
          open -= 1;
        },
      };
    },

    /** Starts a new trace, independent of its caller and sampled at random. */
    async inOwnTrace<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
      if (followsCallers || !isChosen()) return run();
      const own = trace.deleteSpan(context.active());
      const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER }, own);
      open += 1;
      try {
        return await runIn(span, own, run);
      } finally {
        open -= 1;
      }
    },

    inSpan<Result>(name: string, attributes: Attributes, run: () => Promise<Result>): Promise<Result> {
      if (!recorded()) return run();
      return runIn(tracer.startSpan(name, { attributes }), context.active(), run);
    },

    isRecording: () => recorded() !== undefined,
    /** Must run within a recorded span: callers with many statements check `isRecording` first. */
    async inStatement<Result>(statement: string, run: () => Promise<Result>): Promise<Result> {
      const span = tracer.startSpan(statement.slice(0, statement.search(/\s|$/)).toUpperCase(), {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.text': statement.slice(0, MAX_STATEMENT_CHARACTERS),
        },
      });
      return runIn(span, context.active(), run);
    },

    headers(): Record<string, string> {
      if (!recorded()) return {};
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      // Propagate only the trace context: baggage may come from outside.
      const { traceparent } = carrier;
      return traceparent === undefined ? {} : { traceparent };
    },

    traceId: () => recorded()?.spanContext().traceId,

    async stop(): Promise<void> {
      const late = sleep(STOP_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error(`The last of them were not taken within ${STOP_TIMEOUT_MS / 1000} s.`);
      });
      await Promise.race([provider.shutdown(), late]).catch(onError);
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** Runs a function within a span and ends the span. */
async function runIn<Result>(span: Span, parent: Context, run: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(trace.setSpan(parent, span), run);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Records only the kind of the error: its message may contain user input. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}

/** An exporter that says when it fails: OpenTelemetry itself keeps it to itself. */
function tellErrors(exporter: SpanExporter, onError: (error: Error) => void): SpanExporter {
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
