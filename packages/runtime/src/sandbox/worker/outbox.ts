import type { Socket } from 'node:net';
import { encodeFrame } from '../process/frame.ts';
import type { DoneCall, FromWorker } from '../process/messages.ts';

/** A worker's messages, in order. Results of quick calls wait for each other: each write wakes the service. */
export class Outbox {
  readonly #socket: Socket;
  #frames: Buffer[] = [];
  #done: DoneCall[] = [];
  #results = '';
  #heldUntil = 0;
  #next: (() => void) | undefined;
  /** The worker ends after the calls it has. */
  #isRetiring = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  send(header: FromWorker, text?: string): void {
    this.#seal();
    this.#frames.push(encodeFrame(header, text));
  }

  /** The result of a call, which may be held for so long, or until the end of the call that runs then. */
  add(call: DoneCall, result: string, maxHeldMs: number): void {
    if (this.#done.length === 0) this.#heldUntil = performance.now() + maxHeldMs;
    this.#done.push(call);
    this.#results += result;
  }

  get isRetiring(): boolean {
    return this.#isRetiring;
  }

  /** From here on each result says that this worker gets no other calls. */
  retire(): void {
    this.#isRetiring = true;
  }

  flushLate(): void {
    if (this.#done.length > 0 && performance.now() > this.#heldUntil) this.flush();
  }

  /** Sent at once, even in the middle of a call, unless the service does not read. */
  flush(): void {
    this.#seal();
    if (this.#frames.length === 0) return;
    const [only, ...more] = this.#frames;
    this.#frames = [];
    if (only) this.#socket.write(more.length === 0 ? only : Buffer.concat([only, ...more]), this.#afterWrite);
  }

  /** Unsent messages are lost with this thread, so nothing else starts before they are sent. */
  whenThereIsRoom(next: () => void): void {
    this.flushLate();
    if (this.#socket.writableLength === 0) next();
    else this.#next = next;
  }

  readonly #afterWrite = (): void => {
    if (this.#next === undefined || this.#socket.writableLength > 0) return;
    const next = this.#next;
    this.#next = undefined;
    next();
  };

  #seal(): void {
    if (this.#done.length === 0) return;
    this.#frames.push(
      encodeFrame({ type: 'done', calls: this.#done, isRetiring: this.#isRetiring }, this.#results),
    );
    this.#done = [];
    this.#results = '';
  }
}
