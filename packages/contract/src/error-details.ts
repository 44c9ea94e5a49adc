import type { Endpoint } from './endpoint.ts';
import type { ErrorKind } from './errors.ts';

/** The `details` of an error as its endpoint describes them; undefined where it describes no such details. */
export function parseDetails(endpoint: Endpoint | undefined, kind: ErrorKind, details: unknown): unknown {
  return endpoint?.details?.[kind]?.safeParse(details).data;
}
