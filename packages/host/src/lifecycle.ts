/** State of a process between start and end, shared by the code that changes it and the code that reads it. */
export interface Lifecycle {
  /**
   * `draining`: serves requests but reports that it is not ready, so that new traffic is routed elsewhere.
   * `closing`: services refuse new calls with a draining response; only running ones are finished.
   */
  phase: 'starting' | 'running' | 'draining' | 'closing';
}

export function isEnding({ phase }: Lifecycle): boolean {
  return phase === 'draining' || phase === 'closing';
}
