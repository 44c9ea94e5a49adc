import { QuickJS } from 'quickjs-wasi';
import { compileEngine } from '../sandbox/guest-sources.ts';

const MAX_MS = 20;
const MEMORY_BYTES = 4 * 1024 * 1024;
const STACK_BYTES = 128 * 1024;

/**
 * Tests patterns that customers wrote. V8's own engine can be kept busy for years by a short pattern and
 * cannot be interrupted; this one is asked every so often whether it should stop, and then counts as "no match".
 */
export async function createPatternTest(): Promise<(pattern: string, text: string) => boolean> {
  let deadline = Number.POSITIVE_INFINITY;
  const vm = await QuickJS.create({
    wasm: compileEngine(),
    memoryLimit: MEMORY_BYTES,
    maxStackSize: STACK_BYTES,
    interruptHandler: () => performance.now() > deadline,
  });
  const test = vm.evalCode('(pattern, text) => new RegExp(pattern, "u").test(text)', 'atrium:pattern');
  return (pattern, text) => {
    deadline = performance.now() + MAX_MS;
    try {
      // Errors are values of the machine, too: those that were kept would fill it, and then no pattern matches for anyone.
      return vm.withScope(() =>
        vm.callFunction(test, vm.undefined, vm.newString(pattern), vm.newString(text)).toBoolean(),
      );
    } catch {
      return false;
    }
  };
}
