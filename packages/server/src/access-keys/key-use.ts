const NOTED_EVERY_MS = 60_000;

/** Whether the use of a key is to be noted. Not at each call: a busy program would write as often as it reads. */
export function isUseDue(lastUsed: Date | null, now: Date): boolean {
  return lastUsed === null || now.getTime() - lastUsed.getTime() >= NOTED_EVERY_MS;
}
