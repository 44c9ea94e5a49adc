/** Where a process is between its start and its end; whoever moves it on and whoever asks share the object. */
export interface Lifecycle {
  /**
   * `draining`: it still serves what comes, but says that it is not ready, so that everything new goes elsewhere.
   * `closing`: services serve nothing new any more, and say so; only what is under way is finished.
   */
  phase: 'starting' | 'running' | 'draining' | 'closing';
}

export function isEnding({ phase }: Lifecycle): boolean {
  return phase === 'draining' || phase === 'closing';
}
