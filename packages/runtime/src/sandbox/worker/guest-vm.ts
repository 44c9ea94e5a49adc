import type { JSValueHandle, QuickJS } from 'quickjs-wasi';
import { QUICK_AFTER_CALLS, QUICK_MS } from '../limits.ts';
import type { CallKind } from '../process/messages.ts';
import type { Engine } from './guest-sources.ts';
import type { GuestHost } from './host-functions.ts';
import { type Machine, type MachineOwner, restoreMachine } from './machine.ts';
import type { Origin } from './origin.ts';
import { Rejections } from './rejections.ts';

/** Callers that one machine remembers. */
const MAX_PREPARED = 200;

/** One JavaScript machine with the code of one domain and version; `GuestHost` is its only access to the outside. */
export class GuestVm implements MachineOwner {
  readonly #vm: QuickJS;
  readonly #memory: WebAssembly.Memory;
  readonly #origin: Origin;
  readonly #prepare: JSValueHandle;
  readonly #start: JSValueHandle;
  /** Shared data of calls inside the machine, by context and path. */
  readonly #prepared = new Map<string, Map<string, JSValueHandle>>();
  #preparedCount = 0;
  readonly #deliverHandle: JSValueHandle;
  readonly #unhandledHandle: JSValueHandle;
  readonly #notAwaitedHandle: JSValueHandle;
  readonly #fireHandle: JSValueHandle;
  /** The whole memory, before any call. */
  readonly #image: Uint8Array | undefined;
  /** Number of consecutive quick calls, by path. */
  readonly #quickCalls = new Map<string, number>();
  host: GuestHost | undefined;
  compiledFiles = 0;
  readonly rejections = new Rejections();

  private constructor(kind: CallKind, origin: Origin, { vm, memory, slot }: Machine) {
    this.#vm = vm;
    this.#memory = memory;
    this.#origin = origin;
    slot.owner = this;
    this.#prepare = vm.importHandle(origin.prepare);
    this.#start = vm.importHandle(origin.start);
    this.#deliverHandle = vm.importHandle(origin.deliver);
    this.#unhandledHandle = vm.importHandle(origin.unhandled);
    this.#notAwaitedHandle = vm.importHandle(origin.notAwaited);
    this.#fireHandle = vm.importHandle(origin.fire);
    // The wrapper keeps these in the machine's own memory: they have to be part of the image.
    void [vm.undefined, vm.true, vm.false, vm.global, vm.null];
    if (kind === 'test') this.#image = new Uint8Array(memory.buffer.slice(origin.snapshot.stackPointer));
  }

  static async create(
    engine: Engine,
    { kind, memoryMiB }: { kind: CallKind; memoryMiB: number },
    origin: Origin,
  ): Promise<GuestVm> {
    return new GuestVm(kind, origin, await restoreMachine(engine, origin.snapshot, memoryMiB));
  }

  /** Begins a call; its end comes through `host.settle`. */
  call(kind: CallKind, path: string, context: string, input: string, requestBody: Buffer | undefined): void {
    const vm = this.#vm;
    const caller = this.#prepareCaller(kind, path, context);
    using text = vm.newString(input);
    using body = requestBody && requestBody.length > 0 ? vm.newUint8Array(requestBody) : undefined;
    const isHttp = requestBody ? vm.true : vm.false;
    vm.callFunction(this.#start, vm.undefined, caller, text, isHttp, body ?? vm.undefined).dispose();
  }

  #prepareCaller(kind: CallKind, path: string, context: string): JSValueHandle {
    const known = this.#prepared.get(context)?.get(path);
    if (known) return known;
    if (this.#preparedCount >= MAX_PREPARED) this.#forgetPrepared();
    const vm = this.#vm;
    using kindText = vm.newString(kind);
    using pathText = vm.newString(path);
    using contextText = vm.newString(context);
    const caller = vm.callFunction(this.#prepare, vm.undefined, kindText, pathText, contextText);
    const paths = this.#prepared.get(context) ?? new Map<string, JSValueHandle>();
    this.#prepared.set(context, paths.set(path, caller));
    this.#preparedCount += 1;
    return caller;
  }

  #forgetPrepared(): void {
    for (const paths of this.#prepared.values()) for (const caller of paths.values()) caller.dispose();
    this.#prepared.clear();
    this.#preparedCount = 0;
  }

  /** Runs what became ready. Throws when the machine was interrupted or broke. */
  runJobs(): void {
    this.#vm.executePendingJobs();
  }

  deliver(hostCallId: number, isOk: boolean, text: string): void {
    const vm = this.#vm;
    using id = vm.newNumber(hostCallId);
    using json = vm.newString(text);
    vm.callFunction(this.#deliverHandle, vm.undefined, id, isOk ? vm.true : vm.false, json).dispose();
  }

  /** Runs one of the timers that were due at the first call; false if none is left. */
  fireTimer(isFirst: boolean): boolean {
    const vm = this.#vm;
    using hasFired = vm.callFunction(this.#fireHandle, vm.undefined, isFirst ? vm.true : vm.false);
    return hasFired.toBoolean();
  }

  /** Reports every rejection that nothing handled. The first one settles a call that `isOpen`. */
  tellUnhandled(isOpen: () => boolean): void {
    const vm = this.#vm;
    this.rejections.drain((reason) => {
      vm.callFunction(this.#unhandledHandle, vm.undefined, isOpen() ? vm.true : vm.false, reason).dispose();
    });
  }

  /** Settles the call when something that it started is still under way. */
  tellNotAwaited(ending: string): void {
    const vm = this.#vm;
    using text = vm.newString(ending);
    vm.callFunction(this.#notAwaitedHandle, vm.undefined, text).dispose();
  }

  noteDuration(path: string, durationMs: number): void {
    this.#quickCalls.set(path, durationMs < QUICK_MS ? (this.#quickCalls.get(path) ?? 0) + 1 : 0);
  }

  isQuick(path: string): boolean {
    return (this.#quickCalls.get(path) ?? 0) >= QUICK_AFTER_CALLS;
  }

  /** Bytes on the heap, garbage included. */
  get heapBytes(): number {
    return new DataView(this.#memory.buffer).getUint32(this.#origin.heapCounterAt, true);
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Puts every byte back as it was before any call: as good as a new machine at a tenth of the price. False
   * when the memory has grown since, because the engine would never use the grown part again.
   */
  reset(): boolean {
    // Below the stack pointer is the unused half of the stack: a megabyte that means nothing.
    const { stackPointer } = this.#origin.snapshot;
    if (!this.#image || this.#memory.buffer.byteLength !== stackPointer + this.#image.byteLength)
      return false;
    new Uint8Array(this.#memory.buffer).set(this.#image, stackPointer);
    // These were in the memory that is gone.
    this.rejections.forget();
    this.#prepared.clear();
    this.#preparedCount = 0;
    return true;
  }
}
