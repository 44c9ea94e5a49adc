import { CALL_MEMORY_MIB } from '@atrium/contract/service-api/functions/call-limits';
import { CompileFlags, EvalFlags, type JSValueHandle, QuickJS, type Snapshot } from 'quickjs-wasi';
import type { CallKind } from '../process/messages.ts';
import { type Engine, GUEST_PARTS, readChai, readGuest, readStreams } from './guest-sources.ts';
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
  fire: number;
  heapCounterAt: number;
}

/** Tests have the assertion library in addition. */
export async function prepareOrigin(engine: Engine, kind: CallKind): Promise<Origin> {
  const slot: Machine['slot'] = { owner: undefined };
  const vm = await QuickJS.create(machineOptions(engine, CALL_MEMORY_MIB, slot, () => undefined));
  const compiler = await QuickJS.create(engine.wasm);
  const prelude = vm.evalBytecode(compile(compiler, readGuest('prelude'), PRELUDE));
  const parts = vm.newObject();
  for (const name of GUEST_PARTS)
    parts.setProp(name, vm.evalBytecode(compile(compiler, readGuest(name), PRELUDE)));
  parts.setProp('streams', vm.evalBytecode(compile(compiler, readStreams(), PRELUDE)));
  const functions = Object.keys(hostFunctions).map((name) => vm.newFunction(name, () => vm.undefined));
  const api = vm.callFunction(prelude, vm.undefined, parts, ...functions);
  if (kind === 'test')
    vm.callFunction(api.getProp('prepareTests'), vm.undefined, await loadExpect(vm, compiler)).dispose();
  const exported = (name: string) => vm.exportHandle(api.getProp(name));
  const handles = {
    prepare: exported('prepare'),
    start: exported('start'),
    deliver: exported('deliver'),
    unhandled: exported('unhandled'),
    notAwaited: exported('notAwaited'),
    fire: exported('fire'),
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

/** Without its source, which would take half of the memory of each machine. */
function compile(compiler: QuickJS, source: string, name: string, flags = 0): Uint8Array {
  return compiler.compile(source, name, flags, CompileFlags.STRIP_SOURCE);
}

async function loadExpect(vm: QuickJS, compiler: QuickJS): Promise<JSValueHandle> {
  const loading = vm.evalBytecode(compile(compiler, readChai(), CHAI, EvalFlags.TYPE_MODULE));
  vm.executePendingJobs();
  const loaded = await vm.resolvePromise(loading);
  if ('error' in loaded) throw new Error(`chai: ${loaded.error.toString()}`);
  return loaded.value.getProp('expect');
}

/** Address at which the engine counts the bytes of its heap, found by the value that it reports. Reading it there is free. */
function findHeapCounter(vm: QuickJS, { memory, runtimePtr }: Snapshot): number {
  const { mallocSize } = vm.getMemoryUsage();
  const view = new DataView(memory.buffer, memory.byteOffset);
  for (let at = runtimePtr; at < runtimePtr + 128; at += 4) {
    if (view.getUint32(at, true) === mallocSize) return at;
  }
  throw new Error('the engine counts its memory elsewhere');
}
