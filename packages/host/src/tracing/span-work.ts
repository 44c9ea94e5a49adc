import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs what a span is about, within it, and ends it. */
export async function runIn<Result>(
  span: Span,
  parent: Context,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await context.with(trace.setSpan(parent, span), run);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Says the kind of the error only: its words may hold what a person typed. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}
