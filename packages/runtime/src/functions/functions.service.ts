import { stopMessage } from '@atrium/contract/billing/stop-texts';
import { limitOf } from '@atrium/contract/limits/limit';
import type { TriedInvocation } from '@atrium/contract/service-api/functions/invocations';
import type { FunctionFailure } from '@atrium/contract/service-api/functions/invoke';
import { targetOf } from '@atrium/contract/service-api/functions/usage-target';
import {
  AppError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  UnavailableError,
  UnconfirmedError,
} from '@atrium/host/errors';
import { Semaphore } from '@atrium/host/semaphore';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { Caller } from '../host/service-token.ts';
import type { InvocationLog } from '../invocations/invocation-log.service.ts';
import type { EndedCall } from '../invocations/logged-call.ts';
import type { Meter } from '../metering/meter.ts';
import { Cancellation } from '../sandbox/cancellation.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';
import type { Invocations } from '../storage/invocation.service.ts';
import { hideInTexts } from '../values/hide-secrets.ts';
import type { FunctionValues } from '../values/values.service.ts';
import { CallRecorder } from './call-recorder.ts';
import { toError, toFailure } from './function-failure.ts';
import { isDisabled, nameOf, pathOf } from './function-paths.ts';
import { matchRules, type Rule } from './rules.ts';
import { MAX_WAIT_MS, runQueued } from './run-queued.ts';
import { type HostOperation, runInSandbox } from './sandbox-calls.ts';

/** Calls of one domain that may run or wait in one process, so that no domain can exhaust it. */
export const MAX_DOMAIN_CALLS = 128;
/** No function of an event begins later, so that the platform gets the answer while it still waits for it. */
const MAX_EVENT_MS = 45_000;

interface Parts {
  serviceId: string;
  sandbox: Sandbox;
  live: LiveConfigurations;
  meter: Meter;
  invocations: Invocations;
  log: InvocationLog;
  operations: ReadonlyMap<string, HostOperation>;
  values: FunctionValues;
  createId: () => string;
}

/** Of a call by a request to the address of a function. */
interface HttpPart {
  /** In base64; empty for none. */
  requestBody: string;
  /** The input as the log has it. */
  logged: string;
  /** `POST /hooks/stripe` */
  startedBy: string;
  /** Reads a result: why it cannot be sent, or the result as the log has it. */
  check: (result: string) => { problem: string } | { logged: string };
}

/** A request, as its function gets it. */
type ReadRequest = () => Pick<Call, 'input'> & Pick<HttpPart, 'logged' | 'requestBody'>;

/** A run that nobody waits for. */
export interface BackgroundCall {
  /** In the log. */
  id: string;
  name: string;
  /** JSON; empty for none. */
  input: string;
  kind: 'SCHEDULE' | 'QUEUE' | 'EVENT';
  event: string | null;
  depth: number;
}

export interface BackgroundOutcome {
  /** `TypeError: x is not a function`; undefined for a run that succeeded. */
  failure?: string;
}

interface Call {
  /** In the log. */
  id: string;
  caller: Caller;
  live: LiveConfiguration;
  name: string;
  /** JSON. */
  input: string;
  metric: string;
  event?: string;
  http?: HttpPart;
  recorder?: CallRecorder;
  /** Of a run that nobody waits for: how many events and queued runs led to it. */
  depth?: number;
  left: Cancellation;
  onStart?: () => void;
  /** Longest time in the queue. */
  waitMs?: number;
}

/** Counted by `Invocations`. */
type Taken = ReturnType<Invocations['take']>;

export interface HandledEvent {
  rule: string;
  function: string;
  status: 'OK' | 'FAIL';
  result?: unknown;
  error?: FunctionFailure;
}

export class Functions {
  readonly #parts: Parts;
  readonly #semaphore = new Semaphore(
    { permits: Infinity, permitsPerKey: MAX_DOMAIN_CALLS, maxWaiting: 0 },
    {
      // No fault of the platform, so it answers 429 and wakes no one.
      full: () =>
        new TooManyRequestsError('Too many calls are already waiting. Please try again in a moment.', 1),
    },
  );

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Return value of the function as JSON. */
  invoke(caller: Caller, name: string, input: string, left: Cancellation): Promise<string> {
    return this.#semaphore.run(caller.domainId, async () => {
      const live = await this.#getLive(caller);
      const call = { id: this.#parts.createId(), caller, live, name, input, metric: 'invoke', left };
      const result = this.#log(call, await this.#call(call));
      if (result.failure) throw toError(result);
      return result.result;
    });
  }

  /** Answers a request to the address of a function, read once the domain may call. Failures are returned instead of thrown. */
  answer(
    caller: Caller,
    {
      live,
      name,
      read,
      ...part
    }: Pick<HttpPart, 'startedBy' | 'check'> & Pick<Call, 'live' | 'name'> & { read: ReadRequest },
    left: Cancellation,
  ): Promise<SandboxResult> {
    return this.#semaphore.run(caller.domainId, async () => {
      const { input, ...given } = read();
      const http = { ...part, ...given };
      const call = { id: this.#parts.createId(), caller, live, name, input, metric: 'public', http, left };
      const result = await this.#call(call);
      const checked = result.failure ? undefined : http.check(result.result);
      if (checked && 'problem' in checked) {
        const failure = { name: 'TypeError', message: checked.problem, stack: [] };
        return this.#log(call, { ...result, result: '', failure });
      }
      this.#log(call, checked ? { ...result, result: checked.logged } : result);
      return result;
    });
  }

  /** Calls a function for interactive use: failures are returned instead of thrown. */
  async try(caller: Caller, name: string, input: string, left: Cancellation): Promise<TriedInvocation> {
    const { log, createId, values } = this.#parts;
    const details = await this.#semaphore.run(caller.domainId, async () => {
      const live = await this.#getLive(caller);
      const recorder = new CallRecorder();
      const call = { id: createId(), caller, live, name, input, metric: 'invoke', left, recorder };
      const result = await this.#call(call);
      const tried = log.recordTried(this.#ended(call, result));
      if (!result.failure) return tried;
      const called = [name, ...(result.calledFiles ?? []).map(nameOf)];
      const used = await values.forCall(live, caller.domainId, 'function');
      const recording = recorder.toRecording(live, called, used);
      return { ...tried, recording: result.hide ? hideInTexts(result.hide, recording) : recording };
    });
    // Write the log first, so that the caller finds the call in it.
    await log.flush().catch(() => undefined);
    return details;
  }

  /**
   * Calls the functions of all matching rules in sequence; a failure doesn't stop the others. A refused event
   * is sent again by its sender, so the event is never refused as a whole once a function has started.
   */
  emit(caller: Caller, event: string, input: string, left: Cancellation): Promise<HandledEvent[]> {
    return this.#semaphore.run(caller.domainId, async () => {
      const endsAt = performance.now() + MAX_EVENT_MS;
      const live = await this.#getLive(caller);
      const { invocations, createId } = this.#parts;
      const matched = matchRules(live, event).map((rule) => {
        return { rule, refusal: refusalOf(caller, live, rule.function) };
      });
      let open = matched.filter(({ refusal }) => !refusal).length;
      const taken = invocations.take(caller, open);
      const handled: HandledEvent[] = [];
      let hasBegun = false;
      const onStart = () => {
        hasBegun = true;
      };
      for (const { rule, refusal } of matched) {
        if (refusal) {
          handled.push(toFailed(rule, refusal));
          continue;
        }
        open -= 1;
        const waitMs = Math.min(MAX_WAIT_MS, endsAt - performance.now());
        const given = { caller, live, name: rule.function, input, metric: 'event', event, onStart, waitMs };
        const call = { id: createId(), ...given, left: hasBegun ? new Cancellation() : left };
        handled.push(
          await this.#handle(rule, call, taken).catch((error: unknown) => {
            if (hasBegun && error instanceof AppError) return toFailed(rule, error);
            invocations.giveBack(caller.domainId, taken, open);
            throw error;
          }),
        );
      }
      return handled;
    });
  }

  /** Runs a function that nobody waits for. Failures of the function are returned, refusals are thrown. */
  async runInBackground(caller: Caller, call: BackgroundCall): Promise<BackgroundOutcome> {
    const { id, name, input, kind, event, depth } = call;
    return this.#semaphore.run(caller.domainId, async () => {
      const live = await this.#getLive(caller);
      const started = { id, caller, live, name, input, depth, ...(event !== null && { event }) };
      const run = { ...started, metric: kind.toLowerCase(), left: new Cancellation() };
      const { failure } = this.#log(run, await this.#call(run));
      return failure ? { failure: `${failure.name}: ${failure.message}`.slice(0, 500) } : {};
    });
  }

  #getLive({ domainId }: Caller): Promise<LiveConfiguration> {
    const { live, serviceId } = this.#parts;
    return live.get({ domainId, serviceId });
  }

  async #handle(rule: Rule, call: Call, taken: Taken): Promise<HandledEvent> {
    const head = { rule: rule.name, function: rule.function };
    const result = this.#log(call, await this.#run(call, taken));
    if (result.failure) return { ...head, status: 'FAIL', error: toFailure(result) };
    return { ...head, status: 'OK', result: JSON.parse(result.result) };
  }

  #log(call: Call, result: SandboxResult): SandboxResult {
    this.#parts.log.record(this.#ended(call, result));
    return result;
  }

  async #call(call: Call): Promise<SandboxResult> {
    const refusal = refusalOf(call.caller, call.live, call.name);
    if (refusal) throw refusal;
    return this.#run(call, this.#parts.invocations.take(call.caller));
  }

  /** Runs calls that were already counted; calls that don't start are uncounted. */
  async #run(call: Call, taken: Taken): Promise<SandboxResult> {
    const { invocations } = this.#parts;
    const result = await this.#runQueued(call).catch((error: unknown) => {
      invocations.giveBack(call.caller.domainId, taken);
      throw error;
    });
    if (result.isRefused) throw new UnconfirmedError('The process ended while the function ran.');
    try {
      await this.#record(call, result);
    } catch (error) {
      // The writes are committed, so the call must be in the log for its caller.
      this.#log(call, result);
      throw new UnconfirmedError('The function has run, but its usage could not be recorded.', error);
    }
    return result;
  }

  async #runQueued(call: Call): Promise<SandboxResult> {
    const { id, caller, live, name, input, event, http, depth, left, onStart, recorder } = call;
    const { serviceId, sandbox, operations, meter, values } = this.#parts;
    const { problem } = meter;
    // Don't start calls that can't be billed.
    if (problem !== undefined) throw new UnavailableError(problem);
    const path = pathOf(live, name);
    if (path === undefined) throw missing(name);
    const callValues = await values.forCall(live, caller.domainId, 'function');
    // Started calls run to completion and are billed. Queued calls without a waiting caller need not start.
    const result = await runQueued(left, call.waitMs ?? MAX_WAIT_MS, (cancellation) =>
      runInSandbox(sandbox, {
        kind: 'function',
        serviceId,
        caller,
        live,
        path,
        input,
        operations,
        values: callValues,
        call: { function: name, id },
        ...(event !== undefined && { event }),
        requestBody: http?.requestBody,
        recorder,
        ...(depth !== undefined && { depth, isBackground: true }),
        ...(onStart && { onStart }),
        cancellation,
        isOnlyCanceledWaiting: true,
      }),
    );
    // A started call has a duration.
    if (result.isRefused && result.durationMs === 0)
      throw new UnavailableError('Functions cannot be run at the moment.', 1);
    if (callValues) values.noteUse(caller.domainId, live, [name, ...(result.calledFiles ?? []).map(nameOf)]);
    return result;
  }

  #ended({ id, caller, live, name, input, event, http }: Call, result: SandboxResult): EndedCall {
    const { domainId, userId, limits } = caller;
    const { serviceId } = this.#parts;
    const ofCaller = { domainId, serviceId, userId, limitBytes: limitOf('logBytes', limits) };
    const started = { event: event ?? http?.startedBy ?? null, input: http?.logged ?? input };
    return { id, ...ofCaller, function: name, version: live.version, ...started, result };
  }

  async #record({ caller, live, name, metric }: Call, result: SandboxResult): Promise<void> {
    const { meter, serviceId } = this.#parts;
    const { domainId, userId } = caller;
    const { durationMs, cpuMs, memoryBytes, nestedCalls } = result;
    this.#parts.invocations.countComputing(domainId, cpuMs);
    const identity = { domainId, userId, serviceId };
    const used = { identity, target: targetOf(name), version: live.version };
    // Functions called by functions are counted with the one that was called first, as are their time and memory.
    if (nestedCalls > 0) {
      this.#parts.invocations.count(domainId, nestedCalls);
      await meter.record({ ...used, metric: 'call', calls: nestedCalls, durationMs: 0, memoryBytes: 0 });
    }
    await meter.record({ ...used, metric, calls: 1, durationMs, memoryBytes });
  }
}

const missing = (name: string) => new NotFoundError(`There is no function ${name}.`);

/** Why a function cannot be called. */
function refusalOf({ stops = [] }: Caller, live: LiveConfiguration, name: string): AppError | undefined {
  if (pathOf(live, name) === undefined) return missing(name);
  if (isDisabled(live, name)) return new NotFoundError(`The function ${name} is disabled.`);
  const stop = stops.find((each) => each.function === name);
  return stop && new ForbiddenError(stopMessage(stop));
}

function toFailed(rule: Rule, { name, message }: AppError): HandledEvent {
  const error = { name: name.replace(/Error$/, ''), message, stack: [], console: '' };
  return { rule: rule.name, function: rule.function, status: 'FAIL', error };
}
