/** For work that no one waits for yet. Safari has no idle callbacks. */
export const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout;
