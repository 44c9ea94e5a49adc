/** Target of live calls that were metered before each function had its own. */
export const LIVE_TARGET = 'live';
/** Target of calls in test runs; free unless a price rule names it. */
export const TEST_TARGET = 'test';

/** Longest target: the longest name of a function, with the slash that may stand before it. */
export const MAX_TARGET_LENGTH = 601;

/** Metrics whose target is a collection; that of every other metric is a function. */
export const COLLECTION_METRICS: readonly string[] = ['query', 'write'];

/**
 * Returns what calls of a function or collection are metered under: its name. Names that mean something else as a target
 * have a slash before them, which no name begins with; otherwise a function called `test` would cost nothing.
 */
export function targetOf(name: string): string {
  return name === LIVE_TARGET || name === TEST_TARGET ? `/${name}` : name;
}

/** Returns the function or collection that a target stands for; undefined if it stands for several. */
export function nameOfTarget(target: string): string | undefined {
  if (target === LIVE_TARGET || target === TEST_TARGET) return undefined;
  return target.startsWith('/') ? target.slice(1) : target;
}
