/** Where no picture is drawn, as in a tab in the background. */
const LONGEST_MS = 100;

/** Resolves when what has changed until now is on the screen. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
