import {
  FUNCTIONS_FOLDER,
  findSource,
  sourceFileName,
} from '@atrium/contract/service-api/files/item-file-names';
import { MAX_CONSOLE_BYTES, MAX_RESULT_BYTES } from '@atrium/contract/service-api/functions/call-limits';
import type { CallContext } from '../call-context.ts';
import {
  LATER_WAKE_MS,
  MAX_ERROR_TEXT,
  MAX_FETCH_ARGUMENT,
  MAX_HOST_ARGUMENT,
  MAX_HOST_CALLS,
  MAX_WAITING_HOST_CALLS,
  PROMPT_WAKES,
} from '../limits.ts';
import type { CallKind, CallLimits, Zone } from '../process/messages.ts';
import { CallTime } from './call-time.ts';
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
  limits: CallLimits;
  isHeavy: boolean;
  /** Caller context of the function, as JSON. */
  context: string;
  input: string;
  /** Of a call over HTTP; empty for none. */
  requestBody: Buffer | undefined;
}

/** Requests of a call to the thread it runs in. */
interface CallEvents {
  sendHostCall: (hostCallId: number, operation: string, argument: string) => void;
  /** The call wants to be woken after this time. */
  sendWakeMe: (afterMs: number) => void;
  /** Called while code of the customer runs. */
  onTick: () => void;
  /** The call has no time left: `checkTime` ends it. */
  onDue: () => void;
  onEnd: (outcome: Outcome) => void;
}

type CallRights = Pick<CallContext, 'mayCall' | 'maxDepth' | 'values'>;

/** A call of a function or a test in a machine, from start to outcome. It advances in steps, and waits between them. */
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
  readonly time: CallTime;
  readonly #events: CallEvents;
  readonly #waiting = new Set<number>();
  /** Read from the context by the first call of another function. */
  #rights: CallRights | undefined;
  #wasMemoryFull = false;
  /** Limit at which the engine was interrupted. */
  #interruptedBy: 'wall' | 'cpu' | undefined;
  #timer: NodeJS.Timeout | undefined;
  #outcome: Outcome | undefined;
  /** Return value of a test. It becomes final once all work that the test started has ended. */
  #returned: Outcome | undefined;
  /** Time until its first timer is due, as asked for in this step. */
  #wakeAfterMs: number | undefined;
  #wakes = 0;
  #hasTimers = false;
  #hasTimeouts = false;

  constructor(request: CallRequest, vm: GuestVm, sources: WorkerSources, events: CallEvents) {
    this.id = request.id;
    this.time = new CallTime(request.limits);
    this.#request = request;
    this.#vm = vm;
    this.#sources = sources;
    this.#events = events;
  }

  /** Whether any function of the service has secrets or variables. */
  get hasValues(): boolean {
    return this.#rights?.values !== undefined;
  }

  begin(): void {
    const { kind, path, context, input, requestBody } = this.#request;
    this.#advance(() => this.#vm.call(kind, path, context, input, requestBody));
  }

  reply(hostCallId: number, isOk: boolean, text: string): void {
    if (this.#outcome || !this.#waiting.delete(hostCallId)) return;
    this.#advance(() => this.#vm.deliver(hostCallId, isOk, text));
  }

  /** Runs the timers that are due. */
  wake(): void {
    if (this.#outcome) return;
    this.#advance(() => {
      for (let isFirst = true; !this.#outcome && this.#vm.fireTimer(isFirst); isFirst = false)
        this.#vm.runJobs();
    });
  }

  checkTime(): void {
    if (!this.#outcome) this.#advance(() => undefined);
  }

  /** Ends a call that waits. */
  abort(limit: { name: string; message: string }): void {
    this.#outcome ??= this.#failed(limit);
    this.#end(this.#outcome);
  }

  /** Lets the machine work until it is done or has to wait. */
  #advance(step: () => void): void {
    this.#vm.host = this;
    this.time.beginStep();
    try {
      step();
      this.#vm.runJobs();
      this.#conclude();
    } catch (error) {
      this.#outcome ??= this.#brokenOutcome(error);
    }
    this.#vm.host = undefined;
    this.time.endStep();
    if (this.#outcome) this.#end(this.#outcome);
    else this.#wait();
  }

  /** Decides a call that has ended, that nothing can end any more, or that has no time left. */
  #conclude(): void {
    const late = this.time.exceeded;
    if (!this.#outcome && this.#isWaiting() && !late) return;
    if (late && !this.#returned) this.#outcome ??= this.#lateOutcome(late);
    this.#vm.tellUnhandled(() => this.#outcome === undefined);
    if (this.#outcome) return;
    if (this.#returned) {
      const { cpuMs, wallMs } = this.#request.limits;
      const ending = late
        ? `did not end within ${(late === 'cpu' ? cpuMs : wallMs) / 1000} s`
        : 'can never end';
      if (late || this.nestedCalls > 0 || this.#hasTimers) this.#vm.tellNotAwaited(ending);
      this.#outcome ??= late ? this.#lateOutcome(late) : this.#returned;
    } else {
      this.#outcome = this.#failed(limits.neverSettles);
    }
  }

  /** Whether something will let it go on. An interval of a test that has returned would do so for ever. */
  #isWaiting(): boolean {
    return this.#waiting.size > 0 || (this.#returned ? this.#hasTimeouts : this.#hasTimers);
  }

  #wait(): void {
    if (this.#wakeAfterMs !== undefined) {
      const isPrompt = ++this.#wakes <= PROMPT_WAKES;
      this.#events.sendWakeMe(isPrompt ? this.#wakeAfterMs : Math.max(LATER_WAKE_MS, this.#wakeAfterMs));
      this.#wakeAfterMs = undefined;
    }
    this.#timer ??= setTimeout(() => this.#checkDeadline(), Math.max(0, this.time.wallLeftMs));
  }

  /** The thread may have been busy with other calls, which does not count. */
  #checkDeadline(): void {
    this.#timer = undefined;
    if (this.time.wallLeftMs > 0) this.#wait();
    else this.#events.onDue();
  }

  #end(outcome: Outcome): void {
    clearTimeout(this.#timer);
    this.#events.onEnd(outcome);
  }

  #failed(limit: { name: string; message: string }): Outcome {
    return { failure: limitFailure(limit), result: '' };
  }

  #lateOutcome(late: 'wall' | 'cpu'): Outcome {
    const { cpuMs, wallMs } = this.#request.limits;
    if (this.#returned) return this.#failed(limits.notAwaited(late === 'cpu' ? cpuMs : wallMs));
    return this.#failed(late === 'cpu' ? limits.cpu(cpuMs) : limits.wall(wallMs));
  }

  #brokenOutcome(error: unknown): Outcome {
    const late = this.time.exceeded;
    if (late) return this.#lateOutcome(late);
    // The engine's own stack guard does not cover all of its C code; then V8 ends it.
    if (error instanceof RangeError) return this.#failed(limits.stack);
    if (this.#isMemoryFull()) return this.#failed(this.#memoryLimit);
    return this.#failed(limits.crash);
  }

  #isMemoryFull(): boolean {
    return this.#vm.heapBytes > this.#nearlyAllBytes;
  }

  get #nearlyAllBytes(): number {
    return 0.9 * this.#request.limits.memoryMiB * 1024 * 1024;
  }

  get #memoryLimit() {
    return limits.memory(this.#request.limits.memoryMiB);
  }

  /** Also when what filled it is gone: a machine's memory never shrinks. */
  #hasFilledMemory(): boolean {
    return this.#wasMemoryFull || this.#vm.memoryBytes > this.#nearlyAllBytes;
  }

  // Host functions called by the guest.

  isInterrupted(): boolean {
    this.#events.onTick();
    this.#wasMemoryFull ||= this.#isMemoryFull();
    this.#interruptedBy ??= this.time.exceeded;
    return this.#outcome !== undefined || this.#interruptedBy !== undefined;
  }

  settle(isOk: boolean, text: string): void {
    if (this.#outcome) return;
    const isTest = this.#request.kind === 'test';
    if (text === UNREADABLE && !(isOk && isTest)) {
      this.#outcome = this.#failed(this.#memoryLimit);
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
    // Interrupted within a job, the engine may report another error that follows from it.
    if (this.#interruptedBy) {
      this.#outcome = this.#lateOutcome(this.#interruptedBy);
      return;
    }
    const failure = toFailure(
      parseError(text),
      isCustomerFile,
      (file) => this.#sources.files.get(file),
      this.#request.limits.memoryMiB,
    );
    // Without memory the machine cannot even report the error: it throws `null`, and the memory may be free again by now.
    const isNull = this.#hasFilledMemory() && failure.message === 'null';
    const isOutOfMemory = failure.name === 'Error' && (isNull || this.#isMemoryFull());
    this.#outcome = { failure: isOutOfMemory ? { ...failure, ...this.#memoryLimit } : failure, result: '' };
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
    if (argument === UNREADABLE) return JSON.stringify(this.#memoryLimit);
    this.#waiting.add(hostCallId);
    this.#events.sendHostCall(hostCallId, operation, argument);
    return undefined;
  }

  wakeAfter(ms: number, hasTimeouts: boolean): void {
    this.#hasTimers = ms >= 0;
    this.#hasTimeouts = hasTimeouts;
    this.#wakeAfterMs = this.#hasTimers ? ms : undefined;
  }

  enterNested(depth: number, name: string): string {
    const refuse = (problem: string, message: string) => JSON.stringify({ name: problem, message });
    this.#rights ??= JSON.parse(this.#request.context) as CallRights;
    const { mayCall, maxDepth } = this.#rights;
    // The function was called with this permission; only a test may impersonate a person without it.
    if (!mayCall) return refuse('Forbidden', 'This user may not call functions (functions.invoke)');
    // The negated comparison also rejects NaN.
    if (!(depth >= 1 && depth <= maxDepth))
      return refuse('CallDepthLimit', `Functions may call functions at most ${maxDepth} deep`);
    const { files, disabled } = this.#sources;
    const item = `${FUNCTIONS_FOLDER}/${name}`;
    if (disabled.get(item)) return refuse('NotFound', `The function ${name} is disabled.`);
    const path = findSource(files, item);
    // Calls of missing functions are not billed, as over HTTP.
    if (path === undefined) return JSON.stringify({ path: sourceFileName(item) });
    this.nestedCalls += 1;
    this.called.add(path);
    return JSON.stringify({ path });
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
