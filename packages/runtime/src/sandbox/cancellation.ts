/**
 * Signals once that something is no longer wanted. An `AbortSignal` does that too, but makes an error with
 * its stack each time: more work than a short call is.
 */
export class Cancellation {
  #listener: (() => void) | undefined;
  #isDone = false;

  get isCanceled(): boolean {
    return this.#isDone;
  }

  cancel(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#listener?.();
  }

  /** A single listener, held by the code that does the work. Not called if it is already too late. */
  onCancel(listener: () => void): void {
    this.#listener = listener;
  }
}
