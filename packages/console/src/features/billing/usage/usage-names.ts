/** Calls that were metered before functions had targets of their own. */
export const FORMER_CALLS = 'Calls made before per-function metering';
