import type { TracingSettings } from '@atrium/host/tracing/open-telemetry';
import { z } from 'zod';
import { url } from './setting-values.ts';

const PAIR = /^\s*[\w.-]+\s*=[^,]*$/;

/** Settings of traces, by the names that OpenTelemetry gives them. */
export const tracingValues = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    ['http:', 'https:'],
    'an address such as http://127.0.0.1:4318',
  ).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(z.string().regex(PAIR).refine(isDecodable)))
    .describe('headers such as authorization=Bearer%20token with commas between them')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)
    .transform(Number)
    .describe('a share from 0 to 1, such as 0.02 for one in fifty')
    .default(0.02),
};

/** Undefined without an address to send traces to. */
export function readTracing({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: pairs = [],
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string[] | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
}): TracingSettings | undefined {
  if (endpoint === undefined) return undefined;
  const headers = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), decodeURIComponent(value.join('=').trim())];
  });
  return { endpoint, headers: Object.fromEntries(headers) as Record<string, string>, ratio };
}

function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== '';
  } catch {
    return false;
  }
}
