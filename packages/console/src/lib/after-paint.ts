/** Limit for tabs that don't paint, such as background tabs. */
const LONGEST_MS = 100;

/** Resolves once all changes so far are painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
