/**
 * Of a call to the shipped services: someone waits for it with little patience, as for a submit or the start of a test run,
 * so it is answered at the usual priority although it may take long.
 */
export const URGENT_HEADER = 'x-atrium-urgent';
