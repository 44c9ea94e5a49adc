/**
 * Tells once that something is not wanted any more. An `AbortSignal` does that too, but makes an error with
 * its stack each time: more work than a short call is.
 */
export class Cancellation {
  private listener: (() => void) | undefined;
  private isDone = false;

  get isCanceled(): boolean {
    return this.isDone;
  }

  cancel(): void {
    if (this.isDone) return;
    this.isDone = true;
    this.listener?.();
  }

  /** One at a time: whoever does the work. Not called when it is too late already. */
  onCancel(listener: () => void): void {
    this.listener = listener;
  }
}
