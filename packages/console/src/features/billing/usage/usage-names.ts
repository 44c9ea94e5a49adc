/** Calls that were metered before functions had targets of their own. */
export const FORMER_CALLS = 'Calls before functions were metered by name';
