import { EvalFlags, type JSValueHandle, QuickJS, type Snapshot } from 'quickjs-wasi';
import { compileEngine, readChai, readPrelude } from './guest-sources.ts';
import { MEMORY_LIMIT_BYTES, STACK_LIMIT_BYTES } from './limits.ts';
import { resolveSpecifier } from './module-path.ts';

/** What a VM may ask of its host. All arguments are text or numbers, none is trusted. */
export interface GuestHost {
  /** Returns the JSON of a refusal, or nothing when the answer will be delivered. */
  hostCall(hostCallId: number, operation: string, argument: string): string | undefined;
  settle(isOk: boolean, text: string): void;
  print(text: string): void;
  enterNested(): void;
  isInterrupted(): boolean;
  readSource(path: string): string | undefined;
}

export type VmFlavor = 'function' | 'test';

const CHAI = 'atrium:chai';
const PRELUDE = 'atrium:prelude';

/** A machine as it is before any code of a customer ran in it. */
interface Origin {
  snapshot: Snapshot;
  start: number;
  deliver: number;
  heapCounterAt: number;
}

const engine = compileEngine();
const origins = new Map<VmFlavor, Promise<Origin>>();

/** One JavaScript machine: code of one domain and version, with no way out but `GuestHost`. */
export class GuestVm {
  private readonly vm: QuickJS;
  private readonly memory: WebAssembly.Memory;
  private readonly origin: Origin;
  private readonly start: JSValueHandle;
  private readonly deliverHandle: JSValueHandle;
  /** The whole memory, before any call. */
  private readonly image: Uint8Array | undefined;
  host: GuestHost | undefined;
  compiledFiles = 0;

  private constructor(flavor: VmFlavor, origin: Origin, { vm, memory, slot }: Machine) {
    this.vm = vm;
    this.memory = memory;
    this.origin = origin;
    slot.owner = this;
    this.start = vm.importHandle(origin.start);
    this.deliverHandle = vm.importHandle(origin.deliver);
    // The wrapper keeps these in the machine's own memory: they have to be part of the image.
    void [vm.undefined, vm.true, vm.false, vm.global, vm.null];
    if (flavor === 'test') this.image = new Uint8Array(memory.buffer.slice(0));
  }

  static async create(flavor: VmFlavor): Promise<GuestVm> {
    let origin = origins.get(flavor);
    if (!origin) origins.set(flavor, (origin = prepareOrigin(flavor)));
    const ready = await origin;
    return new GuestVm(flavor, ready, await restoreMachine(ready.snapshot));
  }

  /** Begins a call; its end comes through `host.settle`. */
  call(flavor: VmFlavor, path: string, context: string, input: string): void {
    const { vm } = this;
    const args = [flavor, path, context, input].map((text) => vm.newString(text));
    vm.callFunction(this.start, vm.undefined, ...args).dispose();
    for (const arg of args) arg.dispose();
  }

  /** Runs what became ready. Throws when the machine was interrupted or broke. */
  runJobs(): void {
    this.vm.executePendingJobs();
  }

  deliver(hostCallId: number, isOk: boolean, text: string): void {
    const { vm } = this;
    using id = vm.newNumber(hostCallId);
    using json = vm.newString(text);
    vm.callFunction(this.deliverHandle, vm.undefined, id, isOk ? vm.true : vm.false, json).dispose();
  }

  /** Bytes on the heap, garbage included. */
  get heapBytes(): number {
    return new DataView(this.memory.buffer).getUint32(this.origin.heapCounterAt, true);
  }

  get memoryBytes(): number {
    return this.memory.buffer.byteLength;
  }

  /**
   * Puts every byte back as it was before any call: as good as a new machine at a tenth of the price. False
   * when the memory has grown since, because the engine would never use the grown part again.
   */
  reset(): boolean {
    if (!this.image || this.memory.buffer.byteLength !== this.image.byteLength) return false;
    new Uint8Array(this.memory.buffer).set(this.image);
    return true;
  }
}

interface Machine {
  vm: QuickJS;
  memory: WebAssembly.Memory;
  /** Host functions are bound by name before it is known which machine they belong to. */
  slot: { owner: GuestVm | undefined };
}

function options(slot: Machine['slot'], onMemory: (memory: WebAssembly.Memory) => void) {
  return {
    wasm: engine,
    memoryLimit: MEMORY_LIMIT_BYTES,
    maxStackSize: STACK_LIMIT_BYTES,
    timezoneOffset: 0,
    interruptHandler: () => slot.owner?.host?.isInterrupted() ?? false,
    wasi: (memory: WebAssembly.Memory) => {
      onMemory(memory);
      // Nothing inside may write to the output of this process.
      return { fd_write: () => 0 };
    },
    moduleLoader: {
      normalize: (base: string, specifier: string) => guarded(() => resolveSpecifier(base, specifier)),
      load: (path: string) => guarded(() => loadModule(slot, path)),
    },
  };
}

function loadModule(slot: Machine['slot'], path: string): string {
  if (path === CHAI) return readChai();
  const { owner } = slot;
  const source = owner?.host?.readSource(path);
  if (!owner || source === undefined) throw new Error(`Cannot find the file ${path}`);
  owner.compiledFiles += 1;
  return source;
}

/** Errors of the host carry its stack, with paths of this machine; the guest must not see them. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const clean = new Error(error instanceof Error ? error.message : 'Cannot load the file');
    clean.stack = '';
    throw clean;
  }
}

type HostFunction = (vm: QuickJS, host: GuestHost, args: JSValueHandle[]) => JSValueHandle;

const hostFunctions: Record<string, HostFunction> = {
  host(vm, host, [id, operation, argument]) {
    const refusal = host.hostCall(numberOf(id), textOf(operation), textOf(argument));
    return refusal === undefined ? vm.undefined : vm.newString(refusal);
  },
  settle(vm, host, [isOk, text]) {
    host.settle(isOk?.toBoolean() ?? false, textOf(text));
    return vm.undefined;
  },
  print(vm, host, [text]) {
    host.print(textOf(text));
    return vm.undefined;
  },
  enter(vm, host) {
    host.enterNested();
    return vm.undefined;
  },
  random: (vm) => vm.newNumber(Math.random()),
};

function textOf(handle: JSValueHandle | undefined): string {
  // Anything but a string would run code of the guest to become one.
  return handle?.isString ? handle.toString() : '';
}

function numberOf(handle: JSValueHandle | undefined): number {
  return handle?.isNumber ? handle.toNumber() : 0;
}

async function prepareOrigin(flavor: VmFlavor): Promise<Origin> {
  const slot: Machine['slot'] = { owner: undefined };
  const vm = await QuickJS.create(options(slot, () => undefined));
  const prelude = vm.evalCode(readPrelude(), PRELUDE);
  const functions = Object.keys(hostFunctions).map((name) => vm.newFunction(name, () => vm.undefined));
  const api = vm.callFunction(
    prelude,
    vm.undefined,
    ...functions,
    flavor === 'test' ? await loadExpect(vm) : vm.undefined,
  );
  const start = vm.exportHandle(api.getProp('start'));
  const deliver = vm.exportHandle(api.getProp('deliver'));
  vm.runGC();
  const snapshot = vm.snapshot();
  return { snapshot, start, deliver, heapCounterAt: findHeapCounter(vm, snapshot) };
}

async function loadExpect(vm: QuickJS): Promise<JSValueHandle> {
  // The library wants the events of a browser for its plugins, which nobody uses here.
  vm.evalCode(
    'globalThis.EventTarget = class { addEventListener() {} dispatchEvent() {} }; globalThis.Event = class {};',
    PRELUDE,
  ).dispose();
  const loading = vm.evalCode(`export { expect } from '${CHAI}'`, 'atrium:expect', EvalFlags.TYPE_MODULE);
  vm.executePendingJobs();
  const loaded = await vm.resolvePromise(loading);
  if ('error' in loaded) throw new Error(`chai: ${loaded.error.toString()}`);
  vm.evalCode('delete globalThis.EventTarget; delete globalThis.Event;', PRELUDE).dispose();
  return loaded.value.getProp('expect');
}

async function restoreMachine(snapshot: Snapshot): Promise<Machine> {
  const slot: Machine['slot'] = { owner: undefined };
  let memory: WebAssembly.Memory | undefined;
  const vm = await QuickJS.restore(
    snapshot,
    options(slot, (given) => (memory = given)),
  );
  if (!memory) throw new Error('the engine did not show its memory');
  for (const [name, work] of Object.entries(hostFunctions)) {
    vm.registerHostCallback(name, (...args) => {
      const host = slot.owner?.host;
      return host ? work(vm, host, args) : vm.undefined;
    });
  }
  return { vm, memory, slot };
}

/** Where the engine counts the bytes of its heap, found by the value it reports; reading it there is free. */
function findHeapCounter(vm: QuickJS, { memory, runtimePtr }: Snapshot): number {
  const { mallocSize } = vm.getMemoryUsage();
  const view = new DataView(memory.buffer, memory.byteOffset);
  for (let at = runtimePtr; at < runtimePtr + 128; at += 4) {
    if (view.getUint32(at, true) === mallocSize) return at;
  }
  throw new Error('the engine counts its memory elsewhere');
}
