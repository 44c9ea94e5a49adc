/** What the console says when an answer carries no message of its own (specification, section 8). */
export function defaultErrorMessage(status: number): string {
  if (status === 404) return 'The requested resource was not found.';
  if (status === 500) return 'An unexpected error encountered when connecting to the server.';
  return 'No message available';
}

/** What is said of a call that had no answer; a browser knows when it is the one that is offline. */
export function unreachableMessage(browser?: { onLine?: boolean }): string {
  return browser?.onLine === false
    ? 'You are offline. Check your connection and try again.'
    : 'The server cannot be reached.';
}

/** What is said where someone has logged out while the server was away. */
export const SESSION_NOT_ENDED =
  'You are signed out here, but the server cannot be reached to end your session. It ends as soon as it can be reached again.';

/** Text of an error answer: `errors[0].defaultMessage`, else `message`, else the default of its status. */
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
