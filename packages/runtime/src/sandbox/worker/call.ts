import { MAX_CONSOLE_BYTES, MAX_RESULT_BYTES } from '@atrium/contract/service-api/functions/call-limits';
import type { CallContext } from '../call-context.ts';
import {
  MAX_ERROR_TEXT,
  MAX_FETCH_ARGUMENT,
  MAX_HOST_ARGUMENT,
  MAX_HOST_CALLS,
  MAX_WAITING_HOST_CALLS,
  MEMORY_LIMIT_BYTES,
} from '../limits.ts';
import type { CallKind, Zone } from '../process/messages.ts';
import { type DescribedError, type Failure, limitFailure, limits, toFailure } from './failure.ts';
import type { GuestVm } from './guest-vm.ts';
import type { GuestHost } from './host-functions.ts';
import { UNREADABLE } from './host-functions.ts';
import { askIcu } from './icu.ts';
import type { WorkerSources } from './kept-sources.ts';
import { isCustomerFile } from './module-path.ts';

export interface Outcome {
  failure: Failure | null;
  result: string;
}

/** A call as the worker was given it. */
export interface CallRequest {
  id: number;
  kind: CallKind;
  zone: Zone;
  key: string;
  path: string;
  timeoutMs: number;
  isHeavy: boolean;
  /** Caller context of the function, as JSON. */
  context: string;
  input: string;
}

type CallRights = Pick<CallContext, 'mayCall' | 'maxDepth' | 'values'>;

/** A call of a function or a test in a machine, from start to outcome. */
export class Call implements GuestHost {
  readonly id: number;
  console = '';
  hostCalls = 0;
  nestedCalls = 0;
  /** Paths of the sources that it has loaded. */
  readonly loaded: string[] = [];
  /** Paths of functions that it has called. */
  readonly called = new Set<string>();
  readonly #request: CallRequest;
  readonly #vm: GuestVm;
  readonly #sources: WorkerSources;
  readonly #sendHostCall: (hostCallId: number, operation: string, argument: string) => void;
  readonly #onEnd: (outcome: Outcome) => void;
  readonly #deadline: number;
  readonly #waiting = new Set<number>();
  /** Read from the context by the first call of another function. */
  #rights: CallRights | undefined;
  #wasMemoryFull = false;
  #timer: NodeJS.Timeout | undefined;
  #outcome: Outcome | undefined;
  /** Return value of a test. It becomes final once all work that the test started has ended. */
  #returned: Outcome | undefined;
  #onTick: () => void;

  constructor(options: {
    request: CallRequest;
    vm: GuestVm;
    sources: WorkerSources;
    startedAt: number;
    sendHostCall: (hostCallId: number, operation: string, argument: string) => void;
    onTick: () => void;
    onEnd: (outcome: Outcome) => void;
  }) {
    this.id = options.request.id;
    this.#request = options.request;
    this.#vm = options.vm;
    this.#sources = options.sources;
    this.#sendHostCall = options.sendHostCall;
    this.#onEnd = options.onEnd;
    this.#onTick = options.onTick;
    this.#deadline = options.startedAt + options.request.timeoutMs;
  }

  /** Whether any function of the service has secrets or variables. */
  get hasValues(): boolean {
    return this.#rights?.values !== undefined;
  }

  begin(): void {
    const { kind, path, context, input } = this.#request;
    this.#advance(() => this.#vm.call(kind, path, context, input));
  }

  reply(hostCallId: number, isOk: boolean, text: string): void {
    if (this.#outcome || !this.#waiting.delete(hostCallId)) return;
    this.#advance(() => this.#vm.deliver(hostCallId, isOk, text));
  }

  /** Lets the machine work until it is done or has to wait. */
  #advance(step: () => void): void {
    this.#vm.host = this;
    try {
      step();
      this.#vm.runJobs();
      this.#conclude();
    } catch (error) {
      this.#outcome ??= this.#brokenOutcome(error);
    }
    this.#vm.host = undefined;
    if (this.#outcome) this.#end(this.#outcome);
    else this.#waitForDeadline();
  }

  /** Decides a call that has ended, that nothing can end any more, or that has no time left. */
  #conclude(): void {
    const isLate = this.#isLate();
    if (!this.#outcome && this.#waiting.size > 0 && !isLate) return;
    if (isLate && !this.#returned) this.#outcome ??= this.#lateOutcome();
    this.#vm.tellUnhandled(() => this.#outcome === undefined);
    if (this.#outcome) return;
    if (this.#returned) {
      const ending = isLate ? `did not end within ${this.#request.timeoutMs / 1000} s` : 'can never end';
      if (isLate || this.nestedCalls > 0) this.#vm.tellNotAwaited(ending);
      this.#outcome ??= isLate ? this.#lateOutcome() : this.#returned;
    } else {
      this.#outcome = this.#failed(limits.neverSettles);
    }
  }

  #waitForDeadline(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#advance(() => undefined);
      },
      Math.max(0, this.#deadline - performance.now()),
    );
  }

  #end(outcome: Outcome): void {
    clearTimeout(this.#timer);
    this.#onEnd(outcome);
  }

  #isLate(): boolean {
    return performance.now() >= this.#deadline;
  }

  #failed(limit: { name: string; message: string }): Outcome {
    return { failure: limitFailure(limit), result: '' };
  }

  #lateOutcome(): Outcome {
    const { timeoutMs } = this.#request;
    return this.#failed(this.#returned ? limits.notAwaited(timeoutMs) : limits.time(timeoutMs));
  }

  #brokenOutcome(error: unknown): Outcome {
    if (this.#isLate()) return this.#lateOutcome();
    // The engine's own stack guard does not cover all of its C code; then V8 ends it.
    if (error instanceof RangeError) return this.#failed(limits.stack);
    if (this.#isMemoryFull()) return this.#failed(limits.memory);
    return this.#failed(limits.crash);
  }

  #isMemoryFull(): boolean {
    return this.#vm.heapBytes > 0.9 * MEMORY_LIMIT_BYTES;
  }

  /** Also when what filled it is gone: a machine's memory never shrinks. */
  #hasFilledMemory(): boolean {
    return this.#wasMemoryFull || this.#vm.memoryBytes > 0.9 * MEMORY_LIMIT_BYTES;
  }

  // Host functions called by the guest.

  isInterrupted(): boolean {
    this.#onTick();
    this.#wasMemoryFull ||= this.#isMemoryFull();
    return this.#outcome !== undefined || this.#isLate();
  }

  settle(isOk: boolean, text: string): void {
    if (this.#outcome) return;
    const isTest = this.#request.kind === 'test';
    if (text === UNREADABLE && !(isOk && isTest)) {
      this.#outcome = this.#failed(limits.memory);
      return;
    }
    if (isOk) {
      const isTooLarge =
        text === UNREADABLE || text.length > MAX_RESULT_BYTES || Buffer.byteLength(text) > MAX_RESULT_BYTES;
      // The return value of a test never fails it.
      if (isTest)
        this.#returned = { failure: null, result: isTooLarge ? JSON.stringify(limits.result.message) : text };
      else if (isTooLarge) this.#outcome = this.#failed(limits.result);
      else this.#outcome = { failure: null, result: text };
      return;
    }
    const failure = toFailure(parseError(text), isCustomerFile, (file) => this.#sources.files.get(file));
    // Without memory the machine cannot even report what went wrong: it throws `null`, and what filled it may be gone by now.
    const isNull = this.#hasFilledMemory() && failure.message === 'null';
    const isOutOfMemory = failure.name === 'Error' && (isNull || this.#isMemoryFull());
    this.#outcome = { failure: isOutOfMemory ? { ...failure, ...limits.memory } : failure, result: '' };
  }

  print(text: string): void {
    const room = MAX_CONSOLE_BYTES - this.console.length;
    if (room <= 0) return;
    this.console += text.length < room ? `${text}\n` : text.slice(0, room);
  }

  hostCall(hostCallId: number, operation: string, argument: string): string | undefined {
    this.hostCalls += 1;
    const refuse = (message: string) => JSON.stringify({ name: 'HostCallLimit', message });
    if (this.hostCalls > MAX_HOST_CALLS) {
      return refuse(`At most ${MAX_HOST_CALLS} uses of call, emit and content are allowed in one run`);
    }
    if (this.#waiting.size >= MAX_WAITING_HOST_CALLS) {
      return refuse(
        `At most ${MAX_WAITING_HOST_CALLS} uses of call, emit and content may run at the same time; await some before you start more`,
      );
    }
    if (argument.length > MAX_FETCH_ARGUMENT) return refuse('A request must not be larger than 10 MiB');
    if (argument.length > MAX_HOST_ARGUMENT && operation !== 'fetch')
      return refuse('What is passed to call, emit or content must not be larger than 1 MiB');
    if (argument === UNREADABLE) return JSON.stringify(limits.memory);
    this.#waiting.add(hostCallId);
    this.#sendHostCall(hostCallId, operation, argument);
    return undefined;
  }

  enterNested(depth: number, path: string): string | undefined {
    const refuse = (name: string, message: string) => JSON.stringify({ name, message });
    this.#rights ??= JSON.parse(this.#request.context) as CallRights;
    const { mayCall, maxDepth } = this.#rights;
    // The function was called with this permission; only a test may impersonate a person without it.
    if (!mayCall) return refuse('Forbidden', 'This user may not call functions (functions.invoke)');
    // The negated comparison also rejects NaN.
    if (!(depth >= 1 && depth <= maxDepth))
      return refuse('CallDepthLimit', `Functions may call functions at most ${maxDepth} deep`);
    if (this.#sources.disabled.get(path)) {
      const name = path.slice('functions/'.length, -'.js'.length);
      return refuse('NotFound', `The function ${name} is disabled.`);
    }
    // Calls of missing functions are not billed, as over HTTP.
    if (this.#sources.files.has(path)) {
      this.nestedCalls += 1;
      this.called.add(path);
    }
    return undefined;
  }

  askIcu(operation: string, argument: string): string {
    return askIcu(operation, argument);
  }

  readSource(path: string): string | undefined {
    const source = this.#sources.files.get(path);
    if (source !== undefined) this.loaded.push(path);
    return source;
  }
}

function parseError(text: string): DescribedError {
  try {
    const { name, message, stack, expected, actual } = JSON.parse(text) as Record<string, unknown>;
    return {
      name: typeof name === 'string' ? name.slice(0, 200) : 'Error',
      message: typeof message === 'string' ? message.slice(0, MAX_ERROR_TEXT) : '',
      stack: typeof stack === 'string' ? stack.slice(0, MAX_ERROR_TEXT) : '',
      ...(typeof expected === 'string' && { expected: expected.slice(0, MAX_ERROR_TEXT) }),
      ...(typeof actual === 'string' && { actual: actual.slice(0, MAX_ERROR_TEXT) }),
    };
  } catch {
    return { name: 'Error', message: 'An error that cannot be read', stack: '' };
  }
}
