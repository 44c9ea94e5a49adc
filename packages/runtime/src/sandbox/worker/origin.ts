import { EvalFlags, type JSValueHandle, QuickJS, type Snapshot } from 'quickjs-wasi';
import type { CallKind } from '../process/messages.ts';
import { GUEST_PARTS, readGuest } from './guest-sources.ts';
import { hostFunctions } from './host-functions.ts';
import { CHAI, type Machine, machineOptions } from './machine.ts';

const PRELUDE = 'atrium:prelude';

/**
 * A machine as it is before any code of a customer ran in it. Made once per process and shared by its
 * threads: beginning from the snapshot costs a tenth of building a machine.
 */
export interface Origin {
  snapshot: Snapshot;
  prepare: number;
  start: number;
  deliver: number;
  unhandled: number;
  notAwaited: number;
  heapCounterAt: number;
}

/** Tests have the assertion library in addition. */
export async function prepareOrigin(engine: WebAssembly.Module, kind: CallKind): Promise<Origin> {
  const slot: Machine['slot'] = { owner: undefined };
  const vm = await QuickJS.create(machineOptions(engine, slot, () => undefined));
  const prelude = vm.evalCode(readGuest('prelude'), PRELUDE);
  const parts = vm.newObject();
  for (const name of GUEST_PARTS) parts.setProp(name, vm.evalCode(readGuest(name), PRELUDE));
  const functions = Object.keys(hostFunctions).map((name) => vm.newFunction(name, () => vm.undefined));
  const api = vm.callFunction(
    prelude,
    vm.undefined,
    parts,
    ...functions,
    kind === 'test' ? await loadExpect(vm) : vm.undefined,
  );
  const exported = (name: string) => vm.exportHandle(api.getProp(name));
  const handles = {
    prepare: exported('prepare'),
    start: exported('start'),
    deliver: exported('deliver'),
    unhandled: exported('unhandled'),
    notAwaited: exported('notAwaited'),
  };
  vm.runGC();
  const snapshot = vm.snapshot();
  const memory = new Uint8Array(new SharedArrayBuffer(snapshot.memory.byteLength));
  memory.set(snapshot.memory);
  return {
    snapshot: { ...snapshot, memory },
    ...handles,
    heapCounterAt: findHeapCounter(vm, snapshot),
  };
}

async function loadExpect(vm: QuickJS): Promise<JSValueHandle> {
  // The library needs the events of a browser for its plugins, which are not used here.
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

/** Where the engine counts the bytes of its heap, found by the value it reports; reading it there is free. */
function findHeapCounter(vm: QuickJS, { memory, runtimePtr }: Snapshot): number {
  const { mallocSize } = vm.getMemoryUsage();
  const view = new DataView(memory.buffer, memory.byteOffset);
  for (let at = runtimePtr; at < runtimePtr + 128; at += 4) {
    if (view.getUint32(at, true) === mallocSize) return at;
  }
  throw new Error('the engine counts its memory elsewhere');
}
