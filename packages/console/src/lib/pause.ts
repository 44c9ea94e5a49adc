/** Ends a task, so that a long piece of work is several short ones; waiting work runs in between. */
export function pause(): Promise<void> {
  // Safari has no scheduler.
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
