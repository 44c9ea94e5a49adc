import type { QuickJS } from 'quickjs-wasi';
import { type JSValueHandle } from 'quickjs-wasi';

/** Host functions available to a machine. All arguments are text or numbers, and untrusted. */
export interface GuestHost {
  /** Returns the JSON of a refusal, or nothing when the answer will be delivered. */
  hostCall(hostCallId: number, operation: string, argument: string): string | undefined;
  settle(isOk: boolean, text: string): void;
  print(text: string): void;
  /** Calls back when the first timer is due, in whole milliseconds; below 0 without timers. */
  wakeAfter(ms: number, hasTimeouts: boolean): void;
  /** Counts the call of another function. Returns the path of its source or a refusal, as JSON. */
  enterNested(depth: number, name: string): string;
  /** Answers at once, with JSON. */
  askIcu(operation: string, argument: string): string;
  isInterrupted(): boolean;
  readSource(path: string): string | undefined;
}

type HostFunction = (vm: QuickJS, host: GuestHost, args: JSValueHandle[]) => JSValueHandle;

export const hostFunctions: Record<string, HostFunction> = {
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
  enter(vm, host, [depth, name]) {
    return vm.newString(host.enterNested(numberOf(depth), textOf(name)));
  },
  wake(vm, host, [ms, hasTimeouts]) {
    host.wakeAfter(numberOf(ms), hasTimeouts?.toBoolean() ?? false);
    return vm.undefined;
  },
  random: (vm) => vm.newNumber(Math.random()),
  icu(vm, host, [operation, argument]) {
    return vm.newString(host.askIcu(textOf(operation), textOf(argument)));
  },
};

/** Result of the engine's wrapper for a text that exceeds its memory. JSON never begins like this. */
export const UNREADABLE = '<null>';

function textOf(handle: JSValueHandle | undefined): string {
  // Anything but a string would run code of the guest to become one.
  return handle?.isString ? handle.toString() : '';
}

function numberOf(handle: JSValueHandle | undefined): number {
  return handle?.isNumber ? handle.toNumber() : 0;
}
