import type { SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';

/** A span as it goes from thread to thread: what the platform records of it, without functions. */
export type SentSpan = Pick<
  ReadableSpan,
  'name' | 'kind' | 'startTime' | 'endTime' | 'duration' | 'status' | 'attributes'
> & { context: SentContext; parent?: SentContext };

type SentContext = Omit<SpanContext, 'traceState'>;

/** What all spans of a process have in common. */
export type SharedParts = { resource: Resource; instrumentationScope: ReadableSpan['instrumentationScope'] };

export function toSentSpan(span: ReadableSpan): SentSpan {
  const { name, kind, startTime, endTime, duration, status, attributes, parentSpanContext } = span;
  return {
    name,
    kind,
    startTime,
    endTime,
    duration,
    status,
    attributes,
    context: toSentContext(span.spanContext()),
    ...(parentSpanContext && { parent: toSentContext(parentSpanContext) }),
  };
}

export function fromSentSpan({ context, parent, ...span }: SentSpan, shared: SharedParts): ReadableSpan {
  return {
    ...span,
    ...shared,
    spanContext: () => context,
    ...(parent && { parentSpanContext: parent }),
    ended: true,
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Without the state that other vendors add to a trace: it came from outside, and goes nowhere else either. */
function toSentContext({ traceId, spanId, traceFlags, isRemote }: SpanContext): SentContext {
  return { traceId, spanId, traceFlags, ...(isRemote !== undefined && { isRemote }) };
}
