import { type JSValueHandle, QuickJS, type Snapshot } from 'quickjs-wasi';
import { STACK_LIMIT_BYTES } from '../limits.ts';
import { type Engine, readChai } from './guest-sources.ts';
import { type GuestHost, hostFunctions } from './host-functions.ts';
import { resolveSpecifier } from './module-path.ts';
import type { Rejections } from './rejections.ts';

/** The assertion library, as a module of the machine. */
export const CHAI = 'atrium:chai';

/** Target of the host functions of a machine, which are bound before it is known. */
export interface MachineOwner {
  /** Set only while code of a customer may run. */
  host: GuestHost | undefined;
  compiledFiles: number;
  readonly rejections: Rejections;
}

export interface Machine {
  vm: QuickJS;
  memory: WebAssembly.Memory;
  /** Host functions are bound by name before it is known which machine they belong to. */
  slot: { owner: MachineOwner | undefined };
}

export function machineOptions(
  engine: Engine,
  memoryMiB: number,
  slot: Machine['slot'],
  onMemory: (memory: WebAssembly.Memory) => void,
) {
  return {
    ...engine,
    memoryLimit: memoryMiB * 1024 * 1024,
    maxStackSize: STACK_LIMIT_BYTES,
    timezoneOffset: 0,
    interruptHandler: () => slot.owner?.host?.isInterrupted() ?? false,
    onUnhandledRejection: (promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) =>
      slot.owner?.rejections.note(promise, reason, isHandled),
    wasi: (memory: WebAssembly.Memory) => {
      onMemory(memory);
      return {
        // Nothing inside may write to the output of this process.
        fd_write: () => 0,
        clock_time_get: (clock: number, _precision: bigint, resultAt: number) => {
          new DataView(memory.buffer).setBigUint64(
            resultAt,
            clock === MONOTONIC ? monotonicNs() : realNs(),
            true,
          );
          return 0;
        },
      };
    },
    moduleLoader: {
      normalize: (base: string, specifier: string) => guarded(() => resolveSpecifier(base, specifier)),
      load: (path: string) => guarded(() => loadModule(slot, path)),
    },
  };
}

/** Number of the clock that never goes back; the engine knows no other but that of the day. */
const MONOTONIC = 1;
/** Step of the guest's clock. The processor's own would reveal too much of other work on it. */
const CLOCK_STEP_NS = 100_000n;

function monotonicNs(): bigint {
  const now = process.hrtime.bigint();
  return now - (now % CLOCK_STEP_NS);
}

function realNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
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

/** A machine as it was when the snapshot was taken, with its host functions bound and a limit of its own. */
export async function restoreMachine(
  engine: Engine,
  snapshot: Snapshot,
  memoryMiB: number,
): Promise<Machine> {
  const slot: Machine['slot'] = { owner: undefined };
  let memory: WebAssembly.Memory | undefined;
  const vm = await QuickJS.restore(
    snapshot,
    machineOptions(engine, memoryMiB, slot, (given) => (memory = given)),
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
