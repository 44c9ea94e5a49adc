/** Spans as OTLP has them in JSON. */
interface Value {
  stringValue?: string;
  intValue?: number;
}

export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  attributes: Record<string, string | number | undefined>;
}

export interface SpanBatch {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: {
      spans: (Pick<CollectedSpan, 'traceId' | 'spanId' | 'name'> & {
        parentSpanId?: string;
        attributes: { key: string; value: Value }[];
      })[];
    }[];
  }[];
}

export function readSpans({ resourceSpans }: SpanBatch): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        service,
        traceId,
        spanId,
        parentSpanId,
        name,
        attributes: attributesOf(attributes),
      })),
    );
  });
}

function attributesOf(attributes: readonly { key: string; value: Value }[]): CollectedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
