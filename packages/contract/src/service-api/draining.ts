/**
 * Header of a 503: the service has not started the call and is about to exit, so the call can be sent elsewhere
 * immediately.
 */
export const DRAINING_HEADER = 'x-atrium-draining';
