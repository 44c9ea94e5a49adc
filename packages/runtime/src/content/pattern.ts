import { QuickJS } from 'quickjs-wasi';
import { compileEngine } from '../sandbox/worker/guest-sources.ts';

const MEMORY_BYTES = 4 * 1024 * 1024;
const STACK_BYTES = 128 * 1024;

/** Undefined if it cannot be told: the pattern is none, or it takes longer than that, or too much memory. */
export type PatternTest = (pattern: string, text: string, maxMs: number) => boolean | undefined;

/**
 * Tests patterns that customers wrote. V8's own engine can be kept busy for years by a short pattern and
 * cannot be interrupted; this one is asked every so often whether it should stop.
 */
export async function createPatternTest(): Promise<PatternTest> {
  let deadline = Number.POSITIVE_INFINITY;
  const vm = await QuickJS.create({
    wasm: compileEngine(),
    memoryLimit: MEMORY_BYTES,
    maxStackSize: STACK_BYTES,
    interruptHandler: () => processorMs() > deadline,
  });
  const test = vm.evalCode('(pattern, text) => new RegExp(pattern, "u").test(text)', 'atrium:pattern');
  return (pattern, text, maxMs) => {
    deadline = processorMs() + maxMs;
    try {
      // Errors are values of the machine, too: kept errors would fill it, and then no pattern would match for
      // anyone.
      return vm.withScope(() =>
        vm.callFunction(test, vm.undefined, vm.newString(pattern), vm.newString(text)).toBoolean(),
      );
    } catch {
      return undefined;
    }
  };
}

/** Processor time of this thread: other load on the machine must not make a pattern time out. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
