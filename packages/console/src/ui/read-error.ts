/** What an error shows to a person. */
export interface ReadableError {
  message: string;
  /** The full answer of the server, as text. */
  body?: string | undefined;
  requestId?: string | undefined;
}

function asText(body: unknown): string | undefined {
  if (body === undefined || body === null || body === '') return undefined;
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

/** Reads any thrown value. Errors of calls also carry `body` and `requestId`. */
export function readError(error: unknown): ReadableError {
  if (typeof error === 'string') return { message: error };
  if (!(error instanceof Error)) return { message: 'No message available', body: asText(error) };
  const { body, requestId } = error as { body?: unknown; requestId?: unknown };
  return {
    message: error.message || 'No message available',
    body: asText(body),
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}
