/** Maximum delay: on a busy machine a page never becomes idle. */
const LATEST_MS = 300;

/** For work that is not urgent, but is waited for in the end. Safari has no idle callbacks. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work);
}
