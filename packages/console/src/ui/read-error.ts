/** Parts of an error shown to users. */
export interface ReadableError {
  message: string;
  /** The full answer of the server: parsed JSON, or text. */
  body?: unknown;
  requestId?: string | undefined;
}

/** Reads any thrown value. Errors of calls also carry `body` and `requestId`. */
export function readError(error: unknown): ReadableError {
  if (typeof error === 'string') return { message: error };
  if (!(error instanceof Error)) return { message: 'No message available', body: error };
  const { body, requestId } = error as { body?: unknown; requestId?: unknown };
  return {
    message: error.message || 'No message available',
    body,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}
