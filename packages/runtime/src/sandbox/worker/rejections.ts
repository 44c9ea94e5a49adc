import type { JSValueHandle } from 'quickjs-wasi';

/** More than these are not remembered: each keeps memory of the machine and of its host. */
const MAX_REMEMBERED = 10_000;

/**
 * Promises of a machine that were rejected and that nothing has handled so far. The engine reports them, so no code of
 * the customer can hide one.
 */
export class Rejections {
  /** By the promise's identity, which lasts for as long as its handle. */
  readonly #open = new Map<number, { promise: JSValueHandle; reason: JSValueHandle }>();

  note(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void {
    const { identity } = promise;
    if (isHandled) {
      dispose(this.#open.get(identity));
      this.#open.delete(identity);
    } else if (this.#open.size < MAX_REMEMBERED) {
      this.#open.set(identity, { promise: promise.dup(), reason: reason.dup() });
    }
  }

  /** Returns the reason of each in order of occurrence, and forgets them. */
  drain(tell: (reason: JSValueHandle) => void): void {
    if (this.#open.size === 0) return;
    const drained = [...this.#open.values()];
    this.#open.clear();
    try {
      for (const { reason } of drained) tell(reason);
    } finally {
      drained.forEach(dispose);
    }
  }

  /** For a machine whose memory has been put back: the handles are gone with it. */
  forget(): void {
    this.#open.clear();
  }
}

function dispose(rejection: { promise: JSValueHandle; reason: JSValueHandle } | undefined): void {
  rejection?.promise.dispose();
  rejection?.reason.dispose();
}
