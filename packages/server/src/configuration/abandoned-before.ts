const ABANDONED_AFTER_MS = 30_000;

/** An operation that runs and has not reported since then has lost its process. */
export const abandonedBefore = (now: Date): Date => new Date(now.getTime() - ABANDONED_AFTER_MS);
