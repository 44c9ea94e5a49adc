/**
 * Of a response 503: the service has not begun with the call and is about to end, so it can be made elsewhere at once.
 */
export const DRAINING_HEADER = 'x-atrium-draining';
