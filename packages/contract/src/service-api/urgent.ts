/**
 * Header of a call to the shipped services on whose response a person waits, as for a submit or the start of a
 * test run: it is answered at the usual priority although it may take long.
 */
export const URGENT_HEADER = 'x-atrium-urgent';
