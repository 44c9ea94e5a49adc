/** Message of the console for a response without one (specification, section 8). */
export function defaultErrorMessage(status: number): string {
  if (status === 404) return 'The requested resource was not found.';
  if (status === 500) return 'An unexpected error encountered when connecting to the server.';
  return 'No message available';
}

/** The message for a call without a response; a browser knows when it is itself offline. */
export function unreachableMessage(browser?: { onLine?: boolean }): string {
  return browser?.onLine === false
    ? 'You are offline. Check your connection and try again.'
    : 'Cannot reach the server. Check your connection and try again.';
}

/** Shown where someone has signed out while the server could not be reached. */
export const SESSION_NOT_ENDED =
  'You are signed out here, but the server cannot be reached to end your session. It ends as soon as it can be reached again.';

/** Text of an error response: `errors[0].defaultMessage`, else `message`, else the default of its status. */
export function readErrorMessage(status: number, body: unknown): string {
  if (typeof body === 'object' && body !== null) {
    const { errors, message } = body as { errors?: unknown; message?: unknown };
    const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
    if (typeof first === 'object' && first !== null && 'defaultMessage' in first) {
      const text = first.defaultMessage;
      if (typeof text === 'string' && text !== '') return text;
    }
    if (typeof message === 'string' && message !== '') return message;
  }
  return defaultErrorMessage(status);
}
